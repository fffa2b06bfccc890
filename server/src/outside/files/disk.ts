import { randomBytes } from 'node:crypto'
import {
  access,
  mkdir,
  open,
  readFile,
  readdir,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import { join } from 'node:path'
import { STORED_FILE, checkName } from './files.ts'
import type { Files } from './files.ts'

const UNFINISHED = /^\.((?:private-)?[0-9a-f]{32}[^.]*\.\w+)\.[0-9a-f]{12}$/

/** Pictures in a folder, which is made when the first one comes. A name that is not a picture's is one that nobody has. */
export function filesOnDisk(folder: string): Files {
  const put = async (name: string, bytes: Uint8Array) => {
    checkName(name)
    await mkdir(folder, { recursive: true })
    const unfinished = join(folder, `.${name}.${randomBytes(6).toString('hex')}`)
    try {
      await writeFile(unfinished, bytes, { flush: true })
      await rename(unfinished, join(folder, name))
      await flushFolder(folder)
    } catch (error) {
      await rm(unfinished, { force: true })
      throw error
    }
  }
  return {
    put,
    async putFromDisk(files) {
      for (const { name } of files) checkName(name)
      await mkdir(folder, { recursive: true })
      for (const { name, path } of files) {
        const isMoved = await rename(path, join(folder, name)).then(() => true, elsewhere)
        if (!isMoved) await put(name, await readFile(path))
      }
      await flushFolder(folder)
    },
    async read(name) {
      if (!STORED_FILE.test(name)) return undefined
      return readFile(join(folder, name)).catch(absent)
    },
    async has(name) {
      if (!STORED_FILE.test(name)) return false
      return access(join(folder, name)).then(
        () => true,
        (error: unknown) => absent(error) ?? false,
      )
    },
    async *list() {
      const names = (await readdir(folder).catch(absent)) ?? []
      for (const name of names) {
        if (!STORED_FILE.test(name) && !UNFINISHED.test(name)) continue
        const found = await stat(join(folder, name)).catch(absent)
        if (found?.isFile()) yield { name, changedAt: found.mtime }
      }
    },
    async remove(name) {
      if (!UNFINISHED.test(name)) checkName(name)
      await rm(join(folder, name), { force: true })
    },
  }
}

/** A renamed file is safe when its folder is written too. */
async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder).catch(() => undefined)
  await handle?.sync().catch(() => {})
  await handle?.close()
}

/** No file can be moved to another disk. */
function elsewhere(error: unknown): false {
  if (error instanceof Error && 'code' in error && error.code === 'EXDEV') return false
  throw error
}

function absent(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
  throw error
}
