import { citationsOf } from './rules.ts'

/** A test of a file: its lines, and the rules that comments cite for it. */
export type CitedTest = { title: string; line: number; lastLine: number; rules: string[] }

type Block = CitedTest & { isGroup: boolean }

const CALL =
  /^( *)(test|it|describe)((?:\.(?:describe|each|skipIf|runIf|only|for|serial|concurrent))*)[(<]/

/**
 * The tests of a file with the rules they protect. A citation before the first test or group covers the whole file. One
 * directly above a group, or inside it, covers the tests of that group. One above a test, or inside it, covers that
 * test.
 */
export function citedTestsOf(file: string, text: string): CitedTest[] {
  const lines = text.split('\n')
  const blocks = blocksOf(lines)
  const fileRules: string[] = []
  for (const { names, line } of citationsOf(file, text)) {
    const rules = names.filter((name) => name !== 'none')
    const covered = blockBelow(blocks, lines, line) ?? blockAround(blocks, line)
    if (covered) covered.rules.push(...rules)
    else if (line < (blocks[0]?.line ?? Infinity)) fileRules.push(...rules)
  }
  return blocks
    .filter(({ isGroup }) => !isGroup)
    .map(({ title, line, lastLine, rules }) => {
      const groups = blocks.filter((group) => group.isGroup && covers(group, line))
      const all = [...fileRules, ...groups.flatMap((group) => group.rules), ...rules]
      return { title, line, lastLine, rules: [...new Set(all)] }
    })
}

function blockBelow(blocks: Block[], lines: string[], line: number): Block | undefined {
  let below = line
  while (/^\s*(\/\/|\/\*|\*)/.test(lines[below] ?? '')) below++
  return blocks.find((block) => block.line === below + 1)
}

/** The innermost one. */
function blockAround(blocks: Block[], line: number): Block | undefined {
  return blocks.findLast((block) => covers(block, line))
}

function covers(block: { line: number; lastLine: number }, line: number): boolean {
  return block.line <= line && line <= block.lastLine
}

/**
 * The formatter puts the last line of a call at the indentation of its first one; that is how we find it without a
 * parser.
 */
function blocksOf(lines: string[]): Block[] {
  return lines.flatMap((first, index) => {
    const [, spaces = '', name, options = ''] = CALL.exec(first) ?? []
    if (name === undefined) return []
    const isLast = (line: string) => line.search(/\S/) === spaces.length && !/[[({>]$/.test(line)
    const last = lines.findIndex((line, at) => at >= index && isLast(line))
    const lastLine = last === -1 ? lines.length : last + 1
    const isGroup = name === 'describe' || options.includes('describe')
    const source = lines.slice(index, lastLine).join('\n')
    return [{ title: titleIn(source), line: index + 1, lastLine, isGroup, rules: [] }]
  })
}

function titleIn(call: string): string {
  const quoted = String.raw`\(\s*(['"\`])((?:\\.|(?!\1).)+)\1`
  const ofTable = new RegExp(String.raw`\)${quoted}`).exec(call)
  const ofTest = new RegExp(String.raw`^ *[\w.]+${quoted}`).exec(call)
  return (ofTest ?? ofTable)?.[2]?.replaceAll(/\\(.)/g, '$1') ?? ''
}
