// rule: cluster-command
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { haproxyFile, portsFrom } from '../cluster-files.ts'
import { findPrograms } from '../programs.ts'

test('a dead leader is replaced within 15 seconds, and a healthy one outlives two retries of etcd', () => {
  const file = new URL('../../../deploy/patroni/patroni.yml', import.meta.url)
  const text = readFileSync(file, 'utf8')
  const seconds = (name: string) => Number(new RegExp(`^ +${name}: (\\d+)$`, 'm').exec(text)?.[1])
  const [ttl, loop, retry] = ['ttl', 'loop_wait', 'retry_timeout'].map(seconds) as [
    number,
    number,
    number,
  ]
  expect(ttl + loop).toBeLessThan(15)
  expect(ttl).toBeGreaterThanOrEqual(loop + 2 * retry)
  expect(text).toMatch(/^ +synchronous_mode: true$/m)
})

test('no two parts of a cluster have the same port', () => {
  const ports = Object.values(portsFrom(7400)).flat()
  expect(new Set(ports).size).toBe(ports.length)
})

const programs = findPrograms()
const missing = 'missing' in programs ? programs.missing : []

test.skipIf(missing.includes('haproxy'))('haproxy reads its file (Debian package haproxy)', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lustra-haproxy-'))
  try {
    writeFileSync(join(folder, 'haproxy.cfg'), haproxyFile(portsFrom(7400)))
    const haproxy = 'found' in programs ? programs.found.haproxy : 'haproxy'
    const read = spawnSync(haproxy, ['-c', '-f', 'haproxy.cfg'], { cwd: folder, encoding: 'utf8' })
    expect(read).toMatchObject({ status: 0 })
  } finally {
    rmSync(folder, { recursive: true })
  }
})
