import { globSync, readFileSync } from 'node:fs'

const generatedFiles = [
  '.cache',
  '.git',
  'data',
  'node_modules',
  'playwright-report',
  'test-results',
  'web/dist',
]

/** The files of the checkout that match, without what is installed or built, with '/' between folders. */
export function filesMatching(...patterns: string[]): string[] {
  return globSync(patterns, { exclude: generatedFiles.map((folder) => `${folder}/**`) })
    .map((file) => file.replaceAll('\\', '/'))
    .toSorted()
}

export function textOf(file: string): string {
  return readFileSync(file, 'utf8')
}

/** Ends the check: prints one line for each fault and exits with 1, or prints nothing if there is none. */
export function report(faults: string[]): void {
  for (const fault of faults) process.stdout.write(`${fault}\n`)
  if (faults.length) process.exitCode = 1
}
