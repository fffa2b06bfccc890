// rule: access-details
import { existsSync } from 'node:fs'
import { mkdtemp, open, readFile, readlink, rm } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { readOrCreate } from './read-or-create.ts'

test('a new secret is flushed to the disk before it has its name, and its folder after that', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lustra-secret-'))
  const secret = join(folder, 'secret')
  const handle = await open(folder)
  const flushes: { path: string; text: string; isNamed: boolean }[] = []
  const sync = vi
    .spyOn(Object.getPrototypeOf(handle) as FileHandle, 'sync')
    .mockImplementation(async function (this: FileHandle) {
      const path = await readlink(`/proc/self/fd/${this.fd}`)
      const text = path === folder ? '' : await readFile(path, 'utf8')
      flushes.push({ path, text, isNamed: existsSync(secret) })
    })
  expect(await readOrCreate(secret, () => 'a key')).toBe('a key')
  expect(flushes).toEqual([
    { path: expect.stringMatching(/secret\.[0-9a-f]{12}$/), text: 'a key', isNamed: false },
    { path: folder, text: '', isNamed: true },
  ])
  expect(await readOrCreate(secret, () => 'another')).toBe('a key')
  expect(flushes).toHaveLength(2)
  sync.mockRestore()
  await handle.close()
  await rm(folder, { recursive: true })
})
