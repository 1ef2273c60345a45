/** Reads docs/runbook.md as a script: its blocks for machines, what each must print, and remarks for the test between them. */

export type Block = {
  kind: 'block';
  line: number;
  machines: string[];
  script: string;
  /** Repeated until it prints what is expected. */
  isRepeated: boolean;
  expected: string[];
};
/** `<!-- run: power off a -->` is for the test, and not shown to readers. */
export type Remark = { kind: 'remark'; line: number; words: string };
export type Step = Block | Remark;

export function readRunbook(markdown: string): Step[] {
  const steps: Step[] = [];
  const lines = markdown.split('\n');
  for (let at = 0; at < lines.length; at++) {
    const line = at + 1;
    const remark = /^<!-- run: (.*) -->$/.exec(lines[at]!);
    if (remark) steps.push({ kind: 'remark', line, words: remark[1]! });
    const fence = /^```(\w+)(.*)$/.exec(lines[at]!);
    if (!fence) continue;
    const end = lines.indexOf('```', at + 1);
    const content = lines.slice(at + 1, end);
    at = end;
    const [, language, rest] = fence;
    const words = rest!.split(' ').filter(Boolean);
    if (language === 'text') {
      const block = steps.at(-1);
      if (block?.kind !== 'block') throw new Error(`Line ${line}: no block prints this.`);
      block.expected = content;
      continue;
    }
    // A block without a machine is an example.
    if (language !== 'sh' || words.length === 0) continue;
    const machines = words.filter((word) => word !== 'again');
    const isRepeated = words.includes('again');
    steps.push({ kind: 'block', line, machines, isRepeated, script: content.join('\n'), expected: [] });
  }
  return steps;
}

/** The expected lines appear in this order; `…` is any text. */
export function isPrinted(expected: string[], output: string): boolean {
  const pattern = expected.map((line) => {
    const parts = line.split('…').map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
    return `${line.startsWith('…') ? '' : '^'}${parts.join('.*?')}${line.endsWith('…') ? '' : '$'}`;
  });
  return new RegExp(pattern.join('[^]*?'), 'm').test(output);
}
