import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { hashOf, pinnedNode } from './prepare.mjs'
import { root, runQuietly } from './progress.mjs'

const packaged = (path) => join('node_modules', ...path.split('/'))
const cache = '.cache/checks'

/**
 * The environment of the two checks that read the types of all files, which run beside each other. Each further thread
 * checks shared types again: by default the two take 65 CPU-seconds, with one thread each 38. Collecting garbage less
 * often saves 2 more.
 */
const ONE_THREAD = { GOMAXPROCS: '1', GOGC: '400' }

/**
 * The checks of `npm run check` and `npm test` that do not run Lustra, slowest first. `args` are those of one Node
 * program, `env` is added to its environment. A check that names the files it depends on does not run again until one
 * of them changes.
 */
const checks = [
  {
    name: 'types',
    args: [
      packaged('typescript/bin/tsc'),
      '--noEmit',
      '--incremental',
      '--tsBuildInfoFile',
      `${cache}/types.tsbuildinfo`,
      '--checkers',
      '1',
    ],
    env: ONE_THREAD,
  },
  { name: 'lint', args: ['scripts/lint/lint.ts'], env: ONE_THREAD },
  { name: 'unused code', args: [packaged('knip/bin/knip.js')] },
  {
    name: 'database types',
    args: ['scripts/database-types.ts', '--verify'],
    dependsOn: [
      'server/schema',
      'server/src/db/types.ts',
      'scripts/database-types.ts',
      'package-lock.json',
    ],
  },
  { name: 'format', args: [packaged('oxfmt/bin/oxfmt'), '--check', '.'] },
  { name: 'configuration', args: ['scripts/configuration.ts', '--verify'] },
  { name: 'boundaries', args: ['scripts/check/boundaries.ts'] },
  { name: 'translations', args: ['scripts/check/translations.ts'] },
  { name: 'forbidden text', args: ['scripts/check/forbidden-text.ts'] },
  { name: 'rule citations', args: ['scripts/check/rules.ts'] },
  { name: 'widths', args: ['scripts/check/widths.ts'] },
  { name: 'commits', args: ['scripts/check/commits.ts'] },
]

/**
 * Runs all checks, as many at once as there are cores. Shows what each found; a failing check stops no other.
 * Returns { passed, failures }: a number, and the names of the checks that failed.
 */
export async function runChecks() {
  const node = pinnedNode()
  mkdirSync(join(root, cache), { recursive: true })
  const waiting = [...checks]
  const failures = []
  const runWaiting = async () => {
    for (let check = waiting.shift(); check; check = waiting.shift()) {
      const { name } = check
      const { code, output } = await runCheck(node, check)
      process.stdout.write(`${code === 0 ? '✓' : '✗'} ${name}\n`)
      if (code === 0) continue
      failures.push(name)
      process.stdout.write(`${output.trimEnd()}\n\n`)
    }
  }
  await Promise.all(Array.from({ length: Math.min(availableParallelism(), 4) }, runWaiting))
  return { passed: checks.length - failures.length, failures }
}

async function runCheck(node, { name, args, env, dependsOn }) {
  if (!dependsOn) return runQuietly(node, args, { ...process.env, ...env })
  const stamp = join(root, cache, `${name.replaceAll(' ', '-')}.passed`)
  const hash = hashOf(dependsOn)
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return { code: 0, output: '' }
  const result = await runQuietly(node, args)
  if (result.code === 0) writeFileSync(stamp, hash)
  return result
}
