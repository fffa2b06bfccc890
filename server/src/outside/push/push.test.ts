// rule: push-devices
import { createECDH, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import webPush from 'web-push'
import { readConfig } from '#server/config.ts'
import { openPush, vapidKeysOf } from './push.ts'
import {
  KNOWN_PUSH_HOSTS,
  isPublic,
  isPushAddress,
  resolvesToPublicAddress,
} from './push-address.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lustra-push-'))
})
afterAll(() => rm(folder, { recursive: true }))

test('the keys are made once, also by two starts at the same moment, and only their owner can read them', async () => {
  const config = readConfig({ DATA_DIR: join(folder, 'new') })
  const [one, other] = await Promise.all([vapidKeysOf(config), vapidKeysOf(config)])
  expect(one).toEqual(other)
  expect(await vapidKeysOf(config)).toEqual(one)
  expect((await stat(join(folder, 'new/vapid-keys.json'))).mode & 0o777).toBe(0o600)
})

test('the keys of the settings have priority, and an incomplete or mismatched pair is refused without being printed', async () => {
  const [ownKeys, otherKeys] = [webPush.generateVAPIDKeys(), webPush.generateVAPIDKeys()]
  const given = { VAPID_PUBLIC_KEY: ownKeys.publicKey, VAPID_PRIVATE_KEY: ownKeys.privateKey }
  const config = readConfig({ DATA_DIR: folder, ...given })
  expect((await openPush(config)).publicKey).toBe(ownKeys.publicKey)
  for (const wrong of [
    { VAPID_PUBLIC_KEY: ownKeys.publicKey },
    { VAPID_PRIVATE_KEY: ownKeys.privateKey },
    { ...given, VAPID_PUBLIC_KEY: otherKeys.publicKey },
    { ...given, VAPID_PRIVATE_KEY: 'nonsense' },
  ]) {
    expect(() => readConfig({ DATA_DIR: folder, ...wrong })).toThrow(
      /^VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY have to be a pair \(/,
    )
  }
})

test.each([
  ['https://fcm.googleapis.com/fcm/send/x', true],
  ['https://updates.push.services.mozilla.com/wpush/v2/x', true],
  ['https://web.push.apple.com/x', true],
  ['https://wns2-bl2p.notify.windows.com/w/?token=x', true],
  ['http://fcm.googleapis.com/x', false],
  ['https://fcm.googleapis.com:8443/x', false],
  ['https://user:word@fcm.googleapis.com/x', false],
  ['https://fcm.googleapis.com.evil.test/x', false],
  ['https://evil-fcm.googleapis.com/x', false],
  ['https://push.apple.com.evil.test/x', false],
  ['https://evilpush.apple.com/x', false],
  ['https://slow.evil.test/x', false],
  ['https://localhost/x', false],
  ['https://127.0.0.1/x', false],
  ['https://0x7f.1/x', false],
  ['https://8.8.8.8/x', false],
  ['https://[2606:4700::1]/x', false],
  ['https://[::1]/x', false],
  ['ftp://fcm.googleapis.com/x', false],
  ['nothing', false],
])('%s is accepted as a push address: %s', (address, possible) => {
  expect(isPushAddress(address, KNOWN_PUSH_HOSTS)).toBe(possible)
})

test('the settings name other push services, and wrong names are refused', () => {
  const { pushHosts } = readConfig({ PUSH_HOSTS: 'push.example.com, *.example.org' })
  expect(pushHosts).toEqual(['push.example.com', '*.example.org'])
  expect(isPushAddress('https://a.example.org/x', pushHosts)).toBe(true)
  expect(isPushAddress('https://example.org/x', pushHosts)).toBe(false)
  expect(isPushAddress('https://fcm.googleapis.com/x', pushHosts)).toBe(false)
  for (const wrong of ['*', '*.', 'localhost', '10.0.0.1', 'https://push.example.com', 'a.com,,']) {
    expect(() => readConfig({ PUSH_HOSTS: wrong })).toThrow(/^PUSH_HOSTS has to be/)
  }
})

test.each([
  ['8.8.8.8', true],
  ['2606:4700::1', true],
  ['127.0.0.1', false],
  ['10.1.2.3', false],
  ['172.20.0.1', false],
  ['192.168.1.1', false],
  ['169.254.169.254', false],
  ['100.64.0.1', false],
  ['::1', false],
  ['fd00::1', false],
  ['fe80::1', false],
  ['::ffff:10.0.0.1', false],
  ['2002:a00:1::', false],
  ['::10.0.0.1', false],
  ['::ffff:8.8.8.8', false],
  ['64:ff9b::a00:1', false],
  ['2001:0:a00:1::1', false],
  ['fec0::1', false],
  ['ff02::1', false],
  ['4000::1', false],
  ['0.0.0.0', false],
  ['192.0.0.8', false],
  ['198.18.0.1', false],
  ['224.0.0.1', false],
  ['255.255.255.255', false],
  ['203.0.113.1', false],
  ['2001:db8::1', false],
])('the name of a push service may resolve to %s: %s', (ip, possible) => {
  expect(isPublic(ip)).toBe(possible)
})

test('a subscription at another address counts as gone, and nothing is sent to it', async () => {
  expect(await resolvesToPublicAddress('https://localhost/x')).toBe(false)
  const push = await openPush(readConfig({ DATA_DIR: folder }))
  const keys = { p256dh: 'B', auth: 'a' }
  for (const endpoint of ['https://10.0.0.1/x', 'https://slow.evil.test/x']) {
    expect(await push.send({ endpoint, ...keys }, '{}', 60)).toBe('gone')
  }
})

// rule: push-devices
test(
  'a push service that does not answer costs at most 5 seconds',
  { timeout: 15_000 },
  async () => {
    const silent = createServer(() => {})
    silent.listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const endpoint = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/x`
    const curve = createECDH('prime256v1')
    curve.generateKeys()
    const device = {
      endpoint,
      p256dh: curve.getPublicKey('base64url'),
      auth: randomBytes(16).toString('base64url'),
    }
    const config = readConfig({ DATA_DIR: folder })
    const slowRequest = await openPush(config, { accepts: () => true, resolves: async () => true })
    const slowName = await openPush(config, {
      accepts: () => true,
      resolves: () => new Promise(() => {}),
    })
    const begun = performance.now()
    const sending = [slowRequest, slowName].map((push) => push.send(device, '{}', 60))
    expect(await Promise.all(sending)).toEqual(['failed', 'failed'])
    expect(performance.now() - begun).toBeLessThan(8000)
    silent.closeAllConnections()
    silent.close()
  },
)
