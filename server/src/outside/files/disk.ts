import { randomBytes } from 'node:crypto'
import { access, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PICTURE_FILE } from '#contract/pictures.ts'
import type { Files } from './files.ts'

/** Pictures in a folder, which is made when the first one comes. A name that is not a picture's is one that nobody has. */
export function filesOnDisk(folder: string): Files {
  return {
    async put(name, bytes) {
      if (!PICTURE_FILE.test(name)) throw new Error('not the name of a picture')
      await mkdir(folder, { recursive: true })
      const unfinished = join(folder, `.${name}.${randomBytes(6).toString('hex')}`)
      try {
        await writeFile(unfinished, bytes, { flush: true })
        await rename(unfinished, join(folder, name))
      } catch (error) {
        await rm(unfinished, { force: true })
        throw error
      }
    },
    async read(name) {
      if (!PICTURE_FILE.test(name)) return undefined
      return readFile(join(folder, name)).catch(absent)
    },
    async has(name) {
      if (!PICTURE_FILE.test(name)) return false
      return access(join(folder, name)).then(
        () => true,
        (error: unknown) => absent(error) ?? false,
      )
    },
  }
}

function absent(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
  throw error
}
