import { randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { lstat, mkdir, readFile, opendir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  DELETION_NOTE,
  STORED_FILE,
  WEB_FILE,
  WEB_FOLDER,
  checkName,
  checkNote,
  checkWebFile,
} from './files.ts'
import type { Files } from './files.ts'
import { flushFolder } from './flush-folder.ts'

const READ_NO_LINK = constants.O_RDONLY | constants.O_NOFOLLOW
const UNFINISHED = /^\.((?:private-|pair-)?[0-9a-f]{32}[^.]*\.\w+)\.[0-9a-f]{12}$/

/**
 * Pictures in a folder, which the first write creates. A name of another form counts as missing, and so does a
 * symbolic link. rule: picture-storage-owner
 */
export function filesOnDisk(folder: string): Files {
  const write = async (name: string, bytes: Uint8Array | string) => {
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
  const put = async (name: string, bytes: Uint8Array) => {
    checkName(name)
    await write(name, bytes)
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
      return readFile(join(folder, name), { flag: READ_NO_LINK }).catch(absent)
    },
    async has(name) {
      if (!STORED_FILE.test(name)) return false
      const found = await lstat(join(folder, name)).catch(absent)
      return found?.isFile() ?? false
    },
    async *list() {
      // Not all names at once: there may be millions.
      const entries = (await opendir(folder).catch(absent)) ?? []
      for await (const { name } of entries) {
        if (!STORED_FILE.test(name) && !UNFINISHED.test(name)) continue
        const found = await lstat(join(folder, name)).catch(absent)
        if (found?.isFile()) yield { name, changedAt: found.mtime }
      }
    },
    async remove(name) {
      if (!UNFINISHED.test(name)) checkName(name)
      await rm(join(folder, name), { force: true })
    },
    readMarker: (file) => readFile(join(folder, file), 'utf8').catch(absent),
    writeMarker: (text, file) => write(file, text),
    async *listNotes() {
      const names = (await readdir(folder).catch(absent)) ?? []
      yield* names.filter((name) => DELETION_NOTE.test(name))
    },
    async writeNote(name) {
      checkNote(name)
      await write(name, '')
    },
    async removeNote(name) {
      checkNote(name)
      await rm(join(folder, name), { force: true })
    },
    ...webFilesIn(join(folder, WEB_FOLDER)),
  }
}

type WebFiles = Pick<Files, 'listWebFiles' | 'readWebFile' | 'writeWebFile' | 'removeWebFile'>

function webFilesIn(folder: string): WebFiles {
  return {
    async *listWebFiles() {
      for (const name of (await readdir(folder).catch(absent)) ?? []) {
        const found = WEB_FILE.test(name) && (await lstat(join(folder, name)).catch(absent))
        if (found && found.isFile()) yield { name, changedAt: found.mtime }
      }
    },
    async readWebFile(name) {
      if (!WEB_FILE.test(name)) return undefined
      return readFile(join(folder, name), { flag: READ_NO_LINK }).catch(absent)
    },
    async writeWebFile(name, bytes) {
      checkWebFile(name)
      await mkdir(folder, { recursive: true })
      const unfinished = join(folder, `.${name}.${randomBytes(6).toString('hex')}`)
      try {
        await writeFile(unfinished, bytes)
        await rename(unfinished, join(folder, name))
      } catch (error) {
        await rm(unfinished, { force: true })
        throw error
      }
    },
    async removeWebFile(name) {
      checkWebFile(name)
      await rm(join(folder, name), { force: true })
    },
  }
}

/** A rename to another disk fails with EXDEV; then the file is copied. */
function isOnOtherDisk(error: unknown): false {
  if (error instanceof Error && 'code' in error && error.code === 'EXDEV') return false
  throw error
}

/** ELOOP: it is a symbolic link. We make none, and one could lead to any file of the machine. */
function absent(error: unknown): undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'ENOENT' || code === 'ELOOP') return undefined
  throw error
}
