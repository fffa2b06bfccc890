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

/** Pictures in a folder, which the first write creates. A name of another form counts as missing. */
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
        const isMoved = await rename(path, join(folder, name)).then(() => true, isOnOtherDisk)
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

/** A rename is durable only after its folder is flushed. */
async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder).catch(() => undefined)
  await handle?.sync().catch(() => {})
  await handle?.close()
}

/** A rename to another disk fails with EXDEV; then the file is copied. */
function isOnOtherDisk(error: unknown): false {
  if (error instanceof Error && 'code' in error && error.code === 'EXDEV') return false
  throw error
}

function absent(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
  throw error
}
