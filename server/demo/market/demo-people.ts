import type { ServiceType } from '#contract/product.ts'
import type { DemoLanguage } from '../demo-language.ts'
import type { YearsOfExperience } from '#contract/market/profile-rules.ts'

/** The password of every account in the demo world. */
export const DEMO_PASSWORD = 'lustra-demo-2026'

type Login = {
  first_name: string
  last_name: string
  email: string
  phone: string
  language: DemoLanguage
  /** The ZIP code of their home. */
  zip: string
}
export type NamedDemoClient = Login & { role: 'client'; address: string }
export type NamedDemoProfessional = Login & {
  role: 'professional'
  slug: string
  business_name: string
  bio: string
  hourly_rate_cents: number
  years_experience: YearsOfExperience
  employees_count: string
  services: ServiceType[]
  areas: string[]
  background_check_status: 'approved' | 'pending' | 'not_submitted'
  active: boolean
  /** The number of their drawn portrait, counted separately for women and men. */
  portrait: number
  presentation: 'woman' | 'man'
}

const maya: NamedDemoClient = {
  role: 'client',
  first_name: 'Maya',
  last_name: 'Thompson',
  email: 'maya.thompson@demo.lustra.example',
  phone: '(512) 555-0101',
  language: 'en',
  zip: '78704',
  address: '1810 Bluebonnet Lane',
}

const carlos: NamedDemoClient = {
  role: 'client',
  first_name: 'Carlos',
  last_name: 'Medina',
  email: 'carlos.medina@demo.lustra.example',
  phone: '(305) 555-0102',
  language: 'es',
  zip: '33130',
  address: '240 SW 9th Street, Apt 5',
}

const grace: NamedDemoProfessional = {
  role: 'professional',
  first_name: 'Grace',
  last_name: 'Walker',
  email: 'grace.walker@demo.lustra.example',
  phone: '(512) 555-0111',
  language: 'en',
  zip: '78701',
  slug: 'grace-walker',
  business_name: 'Clear Light Home Care',
  bio: 'I started cleaning for my neighbors in East Austin and never stopped. I bring my own supplies, work from a written list for every room, and send you a note when I am done. Most of my homes have been with me for years. Pets and toddlers are welcome to supervise.',
  hourly_rate_cents: 4200,
  years_experience: '10+',
  employees_count: '1-3',
  services: ['standard', 'deep', 'move_in_out', 'post_construction'],
  areas: ['Austin, TX', 'Round Rock, TX', 'Cedar Park, TX'],
  background_check_status: 'approved',
  active: true,
  portrait: 0,
  presentation: 'woman',
}

const lucia: NamedDemoProfessional = {
  role: 'professional',
  first_name: 'Lucía',
  last_name: 'Hernández',
  email: 'lucia.hernandez@demo.lustra.example',
  phone: '(305) 555-0112',
  language: 'es',
  zip: '33130',
  slug: 'lucia-hernandez',
  business_name: 'Casa Clara',
  bio: 'Limpio casas y apartamentos en Miami desde hace seis años, sola o con mi hermana cuando el trabajo es grande. Me gusta dejar la cocina y el baño como el primer día. Llego puntual, traigo mis productos y cuido sus cosas como si fueran mías. I also speak English.',
  hourly_rate_cents: 3600,
  years_experience: '5+',
  employees_count: '1-3',
  services: ['standard', 'deep', 'move_in_out', 'office'],
  areas: ['Miami, FL', 'Miami Beach, FL', 'Hialeah, FL'],
  background_check_status: 'approved',
  active: true,
  portrait: 1,
  presentation: 'woman',
}

const ana: NamedDemoProfessional = {
  role: 'professional',
  first_name: 'Ana',
  last_name: 'Souza',
  email: 'ana.souza@demo.lustra.example',
  phone: '(617) 555-0113',
  language: 'pt',
  zip: '02118',
  slug: 'ana-souza',
  business_name: 'Ana & Irmãs',
  bio: 'Vim de Governador Valadares e limpo casas na região de Boston há oito anos, junto com as minhas duas irmãs. Trabalhamos com capricho, com lista de tarefas e sem pressa de ir embora. Faxina pesada e limpeza de mudança são a nossa especialidade. We speak English too.',
  hourly_rate_cents: 4800,
  years_experience: '5+',
  employees_count: '1-3',
  services: ['standard', 'deep', 'move_in_out'],
  areas: ['Boston, MA', 'Cambridge, MA', 'Somerville, MA', 'Framingham, MA'],
  background_check_status: 'approved',
  active: true,
  portrait: 2,
  presentation: 'woman',
}

const marcus: NamedDemoProfessional = {
  role: 'professional',
  first_name: 'Marcus',
  last_name: 'Bell',
  email: 'marcus.bell@demo.lustra.example',
  phone: '(303) 555-0114',
  language: 'en',
  zip: '80205',
  slug: 'marcus-bell',
  business_name: '',
  bio: 'Offices before sunrise, homes after that. I learned the trade on a hotel crew and kept its habits: corners first, floors last, nothing skipped.',
  hourly_rate_cents: 3900,
  years_experience: '3',
  employees_count: '1-3',
  services: ['standard', 'office'],
  areas: ['Denver, CO'],
  background_check_status: 'not_submitted',
  active: false,
  portrait: 0,
  presentation: 'man',
}

/** The named demo people, whom tests, journeys and the README use. Nobody is real. rule: demo-world */
export const DEMO_PEOPLE = { maya, carlos, grace, lucia, ana, marcus } as const

export const DEMO_CLIENTS: readonly NamedDemoClient[] = [maya, carlos]
/** Three are active. Marcus has never activated. */
export const DEMO_PROFESSIONALS: readonly NamedDemoProfessional[] = [grace, lucia, ana, marcus]

/** The lines that the start prints: the accounts to sign in with, and that nobody is real. */
export function demoPeopleLines(): string[] {
  const lines = [...DEMO_CLIENTS, ...DEMO_PROFESSIONALS].map((person) => {
    const what =
      person.role === 'client' ? 'client' : person.active ? 'professional' : 'inactive professional'
    return `  ${person.email.padEnd(38)} ${what}, ${person.zip}`
  })
  return [
    `This is a demo world; nobody in it is real. Sign in with the password ${DEMO_PASSWORD} as`,
    ...lines,
  ]
}
