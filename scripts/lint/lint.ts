import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { filesToLint } from './lint-cache.ts'
import { filesMatching, textOf } from '../check/sources.ts'

// Lints each file that changed since the last lint without a fault, and each file that imports it, directly or through
// others: rules that know types read a file and what it imports. Linting all files takes most of the time of a check.

const STATE = '.cache/checks/lint.json'
/** With so many files their names are too long for the command line of Windows, and all files take no longer. */
const NAMED_MAX = 300

const base = hashOf(['.oxlintrc.json', 'package-lock.json', 'tsconfig.json'].map(textOf).join('\0'))
const texts = new Map(
  filesMatching(
    '{contract,drawings,server,tools,web,e2e,bench,scripts}/**/*.{ts,tsx,mjs,json}',
    '*.ts',
  ).map((file) => [file, textOf(file)]),
)
const hashes = Object.fromEntries([...texts].map(([file, text]) => [file, hashOf(text)]))
const files = filesToLint(texts, hashes, lintedBefore())
const names = files.length > NAMED_MAX ? [] : files
const { status, output } = files.length > 0 ? runLint() : { status: 0, output: '' }
process.stdout.write(output)
process.exitCode = status
const faulty = files.filter((file) => output.includes(`[${file}:`))
// A lint that failed without naming a file says nothing of any file.
if (status === 0 || faulty.length > 0) {
  for (const file of faulty) delete hashes[file]
  writeFileSync(STATE, JSON.stringify({ base, hashes }))
}

function runLint() {
  const program = ['node_modules/oxlint/bin/oxlint', ...names]
  const {
    status: code,
    stdout,
    stderr,
  } = spawnSync(process.execPath, program, {
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  })
  return { status: code ?? 1, output: stdout + stderr }
}

function lintedBefore(): Record<string, string> {
  try {
    const state = JSON.parse(readFileSync(STATE, 'utf8'))
    return state.base === base ? state.hashes : {}
  } catch {
    return {}
  }
}

function hashOf(text: string): string {
  return createHash('sha1').update(text).digest('base64')
}
