import { randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { flushFolder } from './flush-folder.ts'
import { ignoreError } from './ignore-error.ts'

/**
 * Reads a secret file, or creates it with the text of `create`. Of two processes at once, one creates it. Only the
 * file's owner can read it. The file survives a power cut once this returns.
 */
export async function readOrCreate(
  file: string,
  create: () => string | Promise<string>,
): Promise<string> {
  const saved = await readFile(file, 'utf8').catch(ignoreError('ENOENT'))
  if (saved) return saved
  await mkdir(dirname(file), { recursive: true })
  // Written under another name first, then linked: the link fails if another process was faster.
  const draft = `${file}.${randomBytes(6).toString('hex')}`
  try {
    await writeFile(draft, await create(), { mode: 0o600, flag: 'wx', flush: true })
    await link(draft, file).catch(ignoreError('EEXIST'))
  } finally {
    await rm(draft, { force: true })
  }
  await flushFolder(dirname(file))
  return readFile(file, 'utf8')
}
