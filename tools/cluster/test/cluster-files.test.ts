// rule: none, cluster command
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { expect, test } from 'vitest'
import { haproxyFile, nginxFile, portsFrom } from '../cluster-files.ts'
import { findPrograms } from '../programs.ts'

const delivered = (path: string) =>
  readFileSync(new URL(`../../../deploy/${path}`, import.meta.url), 'utf8')

test('a dead leader is replaced within 15 seconds, and a healthy one outlives two retries of etcd', () => {
  const text = delivered('patroni/patroni.yml')
  const seconds = (name: string) => Number(new RegExp(`^ +${name}: (\\d+)$`, 'm').exec(text)?.[1])
  const [ttl, loop, retry] = ['ttl', 'loop_wait', 'retry_timeout'].map(seconds) as [
    number,
    number,
    number,
  ]
  expect(ttl + loop).toBeLessThan(15)
  expect(ttl).toBeGreaterThanOrEqual(loop + 2 * retry)
  expect(text).toMatch(/^ +synchronous_mode: true$/m)
  // A member waits for one to two timeouts before it stands for election.
  const election = Number(parseEnv(delivered('etcd/etcd.env'))['ETCD_ELECTION_TIMEOUT'])
  expect((election * 2) / 1000).toBeLessThan(retry)
})

test('no two parts of a cluster have the same port', () => {
  const ports = Object.values(portsFrom(7400)).flat()
  expect(new Set(ports).size).toBe(ports.length)
})

const programs = findPrograms()

test.for(['haproxy', 'nginx'] as const)(
  '%s reads the delivered file with the ports of a cluster',
  (name, { skip }) => {
    // The changes find what they change, whether or not the program is here.
    const text = { haproxy: haproxyFile, nginx: nginxFile }[name](portsFrom(7400))
    if ('missing' in programs)
      return skip(`Debian package ${programs.missing.join(', ')} is missing`)
    const folder = mkdtempSync(join(tmpdir(), `lustra-${name}-`))
    const args = {
      haproxy: ['-c', '-f', 'file'],
      nginx: ['-t', '-p', '.', '-c', 'file', '-e', 'log'],
    }[name]
    try {
      writeFileSync(join(folder, 'file'), text)
      const read = spawnSync(programs.found[name], args, { cwd: folder, encoding: 'utf8' })
      expect(read).toMatchObject({ status: 0 })
    } finally {
      rmSync(folder, { recursive: true })
    }
  },
)
