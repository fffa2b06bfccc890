import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04
const HAS_KEY = 0x40

type Options = { challenge: string; rp?: { id?: string }; rpId?: string }
type Damage = { origin?: string; verified?: boolean; counter?: number }

/** A passkey in software, as a browser offers it: ES256, without attestation. */
export class Authenticator {
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  readonly #id = randomBytes(32)
  #counter = 0

  /** The result of `navigator.credentials.create`, as JSON. */
  create({ challenge, rp }: Options, damage: Damage = {}) {
    const { x, y } = this.#keys.publicKey.export({ format: 'jwk' })
    const key = cbor(
      new Map<number, unknown>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x!, 'base64url')],
        [-3, Buffer.from(y!, 'base64url')],
      ]),
    )
    const length = Buffer.alloc(2)
    length.writeUInt16BE(this.#id.length)
    const authData = Buffer.concat([
      this.#data(rp?.id ?? 'localhost', HAS_KEY, damage),
      Buffer.alloc(16),
      length,
      this.#id,
      key,
    ])
    const attestation = new Map<string, unknown>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', authData],
    ])
    return this.#answer({
      clientDataJSON: clientData('webauthn.create', challenge, damage).toString('base64url'),
      attestationObject: cbor(attestation).toString('base64url'),
      transports: ['internal'],
    })
  }

  /** The result of `navigator.credentials.get`, as JSON. */
  get({ challenge, rpId }: Options, damage: Damage = {}) {
    this.#counter += 1
    const authData = this.#data(rpId ?? 'localhost', 0, damage)
    const data = clientData('webauthn.get', challenge, damage)
    const signed = Buffer.concat([authData, createHash('sha256').update(data).digest()])
    return this.#answer({
      clientDataJSON: data.toString('base64url'),
      authenticatorData: authData.toString('base64url'),
      signature: sign('sha256', signed, this.#keys.privateKey).toString('base64url'),
    })
  }

  #answer(response: Record<string, unknown> & { clientDataJSON: string }) {
    const id = this.#id.toString('base64url')
    return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response }
  }

  #data(rpId: string, flags: number, { verified = true, counter = this.#counter }: Damage): Buffer {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    const set = flags | USER_PRESENT | (verified ? USER_VERIFIED : 0)
    return Buffer.concat([createHash('sha256').update(rpId).digest(), Buffer.from([set]), count])
  }
}

function clientData(type: string, challenge: string, { origin }: Damage): Buffer {
  const data = { type, challenge, origin: origin ?? 'http://localhost:3000', crossOrigin: false }
  return Buffer.from(JSON.stringify(data))
}

/** The CBOR of integers, texts, bytes and maps. */
function cbor(value: unknown): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, value.length), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  const entries = [...(value as Map<unknown, unknown>)]
  return Buffer.concat([head(5, entries.length), ...entries.flat().map(cbor)])
}

function head(type: number, size: number): Buffer {
  if (size < 24) return Buffer.from([(type << 5) | size])
  return size < 256
    ? Buffer.from([(type << 5) | 24, size])
    : Buffer.from([(type << 5) | 25, size >> 8, size & 255])
}
