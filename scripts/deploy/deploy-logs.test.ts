// rule: trusted-proxies, secret-addresses
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { MASKED_PATHS, maskAddress } from '#server/http/headers/secret-addresses.ts'

/** The addresses that an expression of the code masks, one for each of its alternatives. */
function addressesOf({ source }: RegExp): string[] {
  const start = source.replaceAll('\\/', '/').replace(/^\^/, '').replace(/\.\+$/, '')
  const expand = (text: string): string[] => {
    const innermost = /\((?:\?:)?((?:[^()[\]]|\[[^\]]*\])*)\)/.exec(text)
    if (!innermost) return [text.replaceAll('[^/]+', '12')]
    return innermost[1]!
      .split('|')
      .flatMap((one) =>
        expand(
          text.slice(0, innermost.index) + one + text.slice(innermost.index + innermost[0].length),
        ),
      )
  }
  return [...new Set(expand(start))].map((before) => `${before}SECRET`)
}

const SECRETS = MASKED_PATHS.flatMap((expression) => addressesOf(expression))
const OPEN = ['/', '/support', '/api/calendars', '/visits/12', '/api/bookings/12', '/safety-advice']

type Rule = [RegExp, (masked: RegExpExecArray) => string]

const logged = (rules: readonly Rule[], path: string): string => {
  for (const [expression, mask] of rules) {
    const masked = expression.exec(path)
    if (masked) return mask(masked)
  }
  return path
}

/** Returns what nginx logs of a path without escapes and doubled slashes, by the lines of its map. */
async function readNginx() {
  const text = await readFile('deploy/nginx/lustra.conf', 'utf8')
  const map = /^map \$uri \$lustra_logged \{\n(.*?)^\}/ms.exec(text)![1]!
  const rules = [...map.matchAll(/^ {4}"~(.+)" "\$\{(\w+)\}…";$/gm)].map(
    ([, expression, name]): Rule => [new RegExp(expression!), ({ groups }) => `${groups![name!]}…`],
  )
  return { text, rules, lines: map.trim().split('\n').length }
}

/** Returns what HAProxy logs of a path without escapes, by its converters. */
async function readHaproxy() {
  const text = await readFile('deploy/haproxy/haproxy.cfg', 'utf8')
  const masks = /'var\(txn\.path\),regsub\("(\^.+)","\\1\.\.\."\)'/g
  const rules = [...text.matchAll(masks)].map(([, expression]): Rule => [
    new RegExp(expression!),
    ([, before]) => `${before}…`,
  ])
  return { text, rules }
}

test('the samples are all kinds of addresses that the code masks', () => {
  expect(SECRETS.length).toBeGreaterThan(25)
  for (const path of SECRETS) expect(maskAddress(path)).toBe(`${path.slice(0, -'SECRET'.length)}…`)
  for (const path of OPEN) expect(maskAddress(path)).toBe(path)
})

test('nginx logs a path as the processes do, and no query, address in an error or header of a person', async () => {
  const { text, rules, lines } = await readNginx()
  expect(rules).toHaveLength(lines - 1)
  for (const path of [...SECRETS, ...OPEN]) expect(logged(rules, path)).toBe(maskAddress(path))
  const format = /log_format lustra escape=json (.*?);$/ms.exec(text)![1]!
  expect(format).toContain('$lustra_logged')
  expect(format).not.toMatch(
    /\$(request\b|request_uri|uri|args|arg_|query|http_|sent_http_|cookie_)/,
  )
  const servers = text.split(/^server \{/m).slice(1)
  expect(servers).toHaveLength(2)
  for (const server of servers) {
    expect([...server.matchAll(/access_log (\S+) (\w+)[^;]*;/g)].map(([, , name]) => name)).toEqual(
      ['lustra'],
    )
    expect(server).toMatch(/error_log \S+ crit;/)
  }
})

test('HAProxy logs a path as the processes do, before it refuses anybody, and no query or header of a person', async () => {
  const { text, rules } = await readHaproxy()
  expect(rules).toHaveLength(MASKED_PATHS.length)
  for (const path of [...SECRETS, ...OPEN]) expect(logged(rules, path)).toBe(maskAddress(path))
  const format = /log-format "(.*)"$/m.exec(text)![1]!
  expect(format).toContain('%[var(txn.path)]')
  expect(format).not.toMatch(/%(r\b|HU|HQ|HP|hr|hs|hrl|hsl|CC|CS)|url|query|hdr|capture/)
  expect(text).not.toMatch(/option (httplog|tcplog)|capture /)
  const people = text.slice(text.indexOf('frontend people'), text.indexOf('backend lustra'))
  const first = people.indexOf("set-var(txn.path) 'path,url_dec,regsub(")
  expect(first).toBeGreaterThan(0)
  expect(first).toBeLessThan(people.indexOf('http-request deny'))
})
