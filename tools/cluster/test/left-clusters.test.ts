// rule: none, cluster command
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { claimFolder, removeLeftClusters } from '../left-clusters.ts'

test.skipIf(!existsSync('/proc/self/stat'))(
  'what a killed command has left is ended and removed, and a running cluster stays',
  async () => {
    const parent = mkdtempSync(join(tmpdir(), 'lustra-left-'))
    const folders = ['lustra-cluster-left', 'lustra-cluster-running'].map((name) =>
      join(parent, name),
    ) as [string, string]
    const parts = folders.map((folder) => {
      mkdirSync(join(folder, 'db1'), { recursive: true })
      return spawn('sleep', ['60'], { cwd: join(folder, 'db1') })
    })
    try {
      // The number of a process that runs, but that has begun at another time.
      writeFileSync(join(folders[0], 'command'), `${process.pid} 1`)
      claimFolder(folders[1])
      const ended = once(parts[0]!, 'exit')
      await removeLeftClusters(() => {}, parent)
      expect(await ended).toEqual([null, 'SIGKILL'])
      expect(folders.map(existsSync)).toEqual([false, true])
      expect(parts[1]!.exitCode ?? parts[1]!.signalCode).toBeNull()
    } finally {
      for (const part of parts) part.kill('SIGKILL')
      rmSync(parent, { recursive: true })
    }
  },
)
