import { join } from 'node:path'
import { pinnedNode } from './prepare.mjs'
import { runKeeping } from './progress.mjs'

const packaged = (path) => join('node_modules', ...path.split('/'))

/** What `npm run check` and `npm test` look at without running Lustra: each a name and the arguments of one Node program. */
const checks = [
  { name: 'types', args: [packaged('typescript/bin/tsc'), '--noEmit'] },
  { name: 'lint', args: [packaged('oxlint/bin/oxlint')] },
  { name: 'format', args: [packaged('oxfmt/bin/oxfmt'), '--check', '.'] },
  { name: 'unused code', args: [packaged('knip/bin/knip.js')] },
  { name: 'boundaries', args: ['scripts/check/boundaries.ts'] },
  { name: 'translations', args: ['scripts/check/translations.ts'] },
  { name: 'database types', args: ['scripts/database-types.ts', '--verify'] },
  { name: 'forbidden words', args: ['scripts/check/words.ts'] },
]

/** Runs every check, goes on after a failing one, shows what it found, and answers { passed, failed }. */
export async function runChecks() {
  const node = pinnedNode()
  let failed = 0
  for (const { name, args } of checks) {
    const { code, output } = await runKeeping(node, args)
    process.stdout.write(`${code === 0 ? '✓' : '✗'} ${name}\n`)
    if (code === 0) continue
    failed += 1
    process.stdout.write(`${output.trimEnd()}\n\n`)
  }
  return { passed: checks.length - failed, failed }
}
