/** Reads the table of operations: a line for each path, with a method and a name for each operation, and * if it takes a key. */
export function expand(table: string): Record<string, string> {
  const routes: Record<string, string> = {};
  for (const line of table.split('\n')) {
    const [path, ...words] = line.split(' ');
    for (let at = 0; at < words.length; at += 2) {
      const [method, key] = words[at]!.split('*');
      routes[words[at + 1]!] = `${method} ${path}${key === undefined ? '' : ' keyed'}`;
    }
  }
  return routes;
}
