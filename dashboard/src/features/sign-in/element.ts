type Tags = HTMLElementTagNameMap;
type Child = Node | string | null;

/** Makes an element: `element('p', { className: 'hint' }, 'Text')`. Names with a hyphen, and `role`, become attributes. */
export function element<Tag extends keyof Tags>(
  tag: Tag,
  props: (Partial<Omit<Tags[Tag], 'children'>> & Record<`aria-${string}` | 'role', string>) | object = {},
  ...children: Child[]
): Tags[Tag] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (name.includes('-') || name === 'role') made.setAttribute(name, String(value));
    else Object.assign(made, { [name]: value });
  }
  made.append(...children.filter((child) => child !== null));
  return made;
}
