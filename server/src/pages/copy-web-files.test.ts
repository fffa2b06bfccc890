// rule: graceful-shutdown
import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { copyWebFiles } from './copy-web-files.ts'

const PROGRAM = `
  const { copyWebFiles } = await import(process.argv[1])
  console.log(await copyWebFiles(process.argv[2], process.argv[3]))
`
/**
 * A command that runs in process ids of its own, as in a container. Root may always make them, other users on most
 * systems.
 */
const CONTAINER = ['unshare', '--map-root-user', '--pid', '--fork', '--mount-proc']
const mayContain =
  process.platform === 'linux' &&
  spawnSync(CONTAINER[0]!, [...CONTAINER.slice(1), 'true']).status === 0

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lustra-test-copies-'))
  await mkdir(join(folder, 'built'))
  await writeFile(join(folder, 'built/entry.js'), 'start()')
})
afterAll(() => rm(folder, { recursive: true }))

/** Makes a copy in another process that ends at once. Returns the copy's name. */
function copyElsewhere(place: string, ...prefix: string[]): string {
  const [program, ...args] = [
    ...prefix,
    process.execPath,
    '--input-type=module',
    '-e',
    PROGRAM,
    join(import.meta.dirname, 'copy-web-files.ts'),
    join(folder, 'built'),
    place,
  ]
  const { stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' })
  if (!stdout) throw new Error(stderr)
  return basename(stdout.trim())
}

test.skipIf(!mayContain)(
  'two containers on one data folder do not delete the files of each other',
  async () => {
    const place = join(folder, 'shared')
    const own = basename(await copyWebFiles(join(folder, 'built'), place))
    const others = copyElsewhere(place, ...CONTAINER)
    expect((await readdir(place)).toSorted()).toEqual([own, others].toSorted())
    const second = basename(await copyWebFiles(join(folder, 'built'), place))
    expect((await readdir(place)).toSorted()).toEqual([own, others, second].toSorted())

    const silentSince = new Date(Date.now() - 61 * 60_000)
    await utimes(join(place, others), silentSince, silentSince)
    const third = basename(await copyWebFiles(join(folder, 'built'), place))
    expect((await readdir(place)).toSorted()).toEqual([own, second, third].toSorted())
  },
)

test('the copy of a process that has ended is removed', async () => {
  const place = join(folder, 'ended')
  const ended = copyElsewhere(place)
  expect(await readdir(place)).toEqual([ended])
  const own = basename(await copyWebFiles(join(folder, 'built'), place))
  expect(await readdir(place)).toEqual([own])
})
