import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DatabaseUser } from '../embedded-postgres/database-user.ts'

/** Enough for a database of the cluster with its log, and soon full. */
const SIZE = '900m'

/** Whether this user may give a folder a disk of its own. */
export function canMount(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'lustra-mount-'))
  const isMounted = mount(folder, 'size=1m')
  if (isMounted) unmount(folder)
  rmdirSync(folder)
  return isMounted
}

/** A disk in memory. Throws when that is not allowed. */
export function mountSmallDisk(folder: string, user: DatabaseUser | undefined): void {
  const owner = user ? `,uid=${user.uid},gid=${user.gid}` : ''
  if (!mount(folder, `size=${SIZE},mode=0700${owner}`))
    throw new Error(`No disk can be mounted at ${folder}.`)
}

/** Unmounts every disk in the folder of a cluster, even of one that was killed. */
export function unmountAllIn(folder: string): void {
  const mounted = readFileSync('/proc/mounts', 'utf8').split('\n')
  for (const line of mounted) {
    const place = line.split(' ')[1]
    if (place?.startsWith(`${folder}/`)) unmount(place)
  }
}

function mount(folder: string, options: string): boolean {
  return spawnSync('/usr/bin/mount', ['-t', 'tmpfs', '-o', options, 'lustra', folder]).status === 0
}

function unmount(folder: string): void {
  spawnSync('/usr/bin/umount', ['--lazy', folder])
}
