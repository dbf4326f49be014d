/** A member of an object literal in a TypeScript text. */
interface Member {
  readonly name: string;
  readonly offset: number;
  /** How many brackets are open around it. */
  readonly depth: number;
}

/**
 * The offset, in a module's text, of the member of its declaration, which is its default export, with a path; that of the nearest member around it
 * which is there, or of the export itself. The text is read by its tokens, so that computed names and members of objects
 * that stand elsewhere are not found.
 */
export function memberOffset(text: string, path: readonly string[]): number {
  const start = Math.max(text.search(/\bexport\s+default\b|\bdefineEndpoint\s*\(/), 0);
  const members = membersOf(text).filter(({ depth, offset }) => depth > 0 && offset > start);
  let found: Member | undefined;
  for (const name of path) {
    const inside: readonly Member[] = found ? membersWithin(members, found) : outermost(members);
    const next = inside.find((member) => member.name === name);
    if (!next) break;
    found = next;
  }
  return found?.offset ?? start;
}

function outermost(members: readonly Member[]): readonly Member[] {
  const [first] = members;
  return members.filter(({ depth }) => depth === first?.depth);
}

function membersWithin(members: readonly Member[], around: Member): readonly Member[] {
  const after = members.slice(members.indexOf(around) + 1);
  const end = after.findIndex(({ depth }) => depth <= around.depth);
  return (end < 0 ? after : after.slice(0, end)).filter(({ depth }) => depth === around.depth + 1);
}

const TOKENS =
  /\/\/[^\n]*|\/\*[\s\S]*?\*\/|(?<quoted>'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*")|`(?:\\.|[^`\\])*`|(?<name>[A-Za-z_$][\w$]*)|(?<open>[{([])|(?<close>[})\]])/g;

function membersOf(text: string): readonly Member[] {
  const members: Member[] = [];
  let depth = 0;
  for (const { 0: token, groups = {}, index } of text.matchAll(TOKENS)) {
    const { close, name, open, quoted } = groups;
    if (open !== undefined) depth += 1;
    if (close !== undefined) depth -= 1;
    const written = name ?? quoted?.slice(1, -1);
    const isMember = /^\s*[:(]/.test(text.slice(index + token.length, index + token.length + 100));
    if (written !== undefined && isMember) members.push({ name: written, offset: index, depth });
  }
  return members;
}
