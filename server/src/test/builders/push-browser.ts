import { createDecipheriv, createECDH, hkdfSync, randomBytes, verify } from 'node:crypto'

/** The end of the last record of an encrypted text (RFC 8188). */
const LAST_RECORD = 2
const [SALT_LENGTH, KEY_AT] = [16, 21]
const TAG_LENGTH = 16

/** A browser that subscribes at an endpoint, and reads what is pushed there as RFC 8291 says, without a library. */
export function newBrowser(endpoint: string) {
  const curve = createECDH('prime256v1')
  curve.generateKeys()
  const secret = randomBytes(16)
  const keys = { p256dh: curve.getPublicKey('base64url'), auth: secret.toString('base64url') }
  const read = (body: Buffer): string => {
    const salt = body.subarray(0, SALT_LENGTH)
    const textAt = KEY_AT + body[KEY_AT - 1]!
    const senderKey = body.subarray(KEY_AT, textAt)
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), curve.getPublicKey(), senderKey])
    const shared = hkdf(curve.computeSecret(senderKey), { salt: secret, info }, 32)
    const derive = (name: string, length: number) =>
      hkdf(shared, { salt, info: Buffer.from(`Content-Encoding: ${name}\0`) }, length)
    const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12))
    decipher.setAuthTag(body.subarray(-TAG_LENGTH))
    const text = Buffer.concat([
      decipher.update(body.subarray(textAt, -TAG_LENGTH)),
      decipher.final(),
    ])
    const end = text.findLastIndex((byte) => byte !== 0)
    if (text[end] !== LAST_RECORD) throw new Error('The record has no end.')
    return text.subarray(0, end).toString()
  }
  return { subscription: { endpoint, keys }, read }
}

function hkdf(key: Buffer, { salt, info }: { salt: Buffer; info: Buffer }, length: number): Buffer {
  return Buffer.from(hkdfSync('sha256', key, salt, info, length))
}

/** Reads a header Authorization as a push service does (RFC 8292): the key, its claims, and whether it signed them. */
export function readVapid(authorization = '') {
  const [, token = '', key = ''] = /^vapid t=(\S+), k=(\S+)$/.exec(authorization) ?? []
  const [head = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(key, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) =>
    part.toString('base64url'),
  )
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: { kty: 'EC', crv: 'P-256', x: x!, y: y! }, format: 'jwk', dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  return {
    key,
    isSigned,
    claims: JSON.parse(Buffer.from(claims, 'base64url').toString()) as unknown,
  }
}
