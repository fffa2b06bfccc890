import { randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

/** The text of a secret file, made by `make` the first time it is asked for; of two processes at once, one's. Its owner alone reads it. */
export async function readOrCreate(file: string, make: () => string): Promise<string> {
  const kept = await readFile(file, 'utf8').catch(ignore('ENOENT'))
  if (kept) return kept
  await mkdir(dirname(file), { recursive: true })
  // Whole or not there at all: written apart, then given its name, which fails where another process was first.
  const draft = `${file}.${randomBytes(6).toString('hex')}`
  await writeFile(draft, make(), { mode: 0o600, flag: 'wx' })
  try {
    await link(draft, file).catch(ignore('EEXIST'))
  } finally {
    await rm(draft)
  }
  return readFile(file, 'utf8')
}

function ignore(code: string) {
  return (error: unknown): undefined => {
    if ((error as NodeJS.ErrnoException).code !== code) throw error
  }
}
