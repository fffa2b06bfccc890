import { afterAll, beforeAll } from 'vitest'
import { buildClient } from '../builders/build.ts'
import { sendForm } from '../builders/form.ts'
import { testServer } from '../server.ts'
import type { TestServer } from '../server.ts'

export const validFields = {
  full_name: 'Ana Souza',
  bio: 'Careful and on time.',
  hourly_rate: '42.50',
  services_offered: 'deep,standard',
  service_areas: 'Austin, TX,33130',
  years_experience: '5+',
  employees_count: '1-3',
  social_media_url: 'instagram.com/ana',
}
export type Fields = Parameters<typeof sendForm>[4]
type Person = { id: string }

const urlOf = ({ id }: Person) => `/api/professional/profile/${id}`

/** Sends the form of a profile as its professional. */
export function saveProfile(server: TestServer, user: Person, fields: Fields, headers = {}) {
  return sendForm(server, user, 'PUT', urlOf(user), fields, headers)
}

type Harness = { server: TestServer }

/** A server for all tests of a file. The helpers save the form of a profile, and read what is stored. */
export function profileHarness() {
  const harness = {} as Harness
  beforeAll(async () => {
    harness.server = await testServer()
  })
  afterAll(() => harness.server.close())

  const save = (user: Person, fields: Fields, headers = {}) =>
    saveProfile(harness.server, user, fields, headers)

  /** A registered professional without a profile. */
  async function buildWithoutProfile() {
    return buildClient(harness.server, { role: 'professional' })
  }
  const rowOf = ({ id }: Person) =>
    harness.server.db
      .selectFrom('professionals')
      .selectAll()
      .where('user_id', '=', id)
      .executeTakeFirst()

  return { harness, urlOf, save, buildWithoutProfile, rowOf }
}
