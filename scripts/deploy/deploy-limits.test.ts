// rule: trusted-proxies
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { HEALTH_PATHS, METRICS_PATH } from '#server/http/health.ts'

/** More than fifty people behind one address press at once, each with some connections of HTTP/1.1. */
const CONNECTIONS_OF_A_NETWORK = '200'

test('nginx refuses connections of one network beyond the limit with 429, on every path that reaches a process', async () => {
  const text = await readFile('deploy/nginx/lustra.conf', 'utf8')
  expect(text).toMatch(/^limit_conn_zone \$binary_remote_addr zone=lustra_networks:10m;$/m)
  const servers = text.split(/^server \{/m).slice(1)
  for (const server of servers.filter((one) => one.includes('proxy_pass'))) {
    const ofServer = server.slice(0, server.indexOf('location'))
    expect(ofServer).toContain(`limit_conn lustra_networks ${CONNECTIONS_OF_A_NETWORK};`)
    expect(ofServer).toContain('limit_conn_status 429;')
    // A location with a limit of its own would have none of the server's.
    expect(server.match(/limit_conn lustra/g)).toHaveLength(1)
  }
  // By address, as the connection has it: no header can choose the network.
  expect(text).not.toMatch(/real_ip|set_real_ip_from/)
})

test('HAProxy refuses connections of one network beyond the limit with 429, before it asks a process', async () => {
  const text = await readFile('deploy/haproxy/haproxy.cfg', 'utf8')
  const people = text.slice(text.indexOf('frontend people'), text.indexOf('backend lustra'))
  const lines = people.split('\n').map((line) => line.trim())
  const limit = `http-request deny deny_status 429 if { sc0_conn_cur gt ${CONNECTIONS_OF_A_NETWORK} }`
  expect(lines).toContain(limit)
  expect(people).toMatch(/stick-table type ipv6 .*store conn_cur/)
  expect(lines.indexOf('http-request track-sc0 src')).toBeLessThan(lines.indexOf(limit))
  const firstAnswer = lines.findIndex((line) =>
    /^http-request (deny|redirect)|^use_backend/.test(line),
  )
  expect(firstAnswer).toBe(lines.indexOf(limit))
})

test('the checks of HAProxy go to the processes themselves, so no limit of people refuses them', async () => {
  const text = await readFile('deploy/haproxy/haproxy.cfg', 'utf8')
  const backend = text.slice(
    text.indexOf('\nbackend lustra\n'),
    text.indexOf('\nbackend lustra_not_ready'),
  )
  const [, path] = /http-check send meth GET uri (\S+)/.exec(backend)!
  expect(HEALTH_PATHS).toContain(path)
  expect(backend).not.toMatch(/sc0_|deny/)
})

test.each(['deploy/nginx/lustra.conf', 'deploy/haproxy/haproxy.cfg'])(
  '%s shows people neither metrics nor readiness',
  async (file) => {
    const text = await readFile(file, 'utf8')
    for (const path of [METRICS_PATH, '/readyz'])
      expect(text).toMatch(
        new RegExp(`(location = ${path} \\{ return 404|deny_status 404 if \\{ path .*${path})`),
      )
  },
)
