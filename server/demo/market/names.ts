import type { DemoLanguage } from '../demo-language.ts'
import type { Chance } from '../chance.ts'

type Presentation = 'woman' | 'man'
type List = readonly [string, ...string[]]
type Heritage = {
  women: List
  men: List
  families: List
  language: DemoLanguage
  share: number
  /** The tones of skin of most portraits that fit these names, from 0 (light) to 8. */
  tones: readonly [from: number, to: number]
}

const words = (text: string) => text.split(' ') as [string, ...string[]]

/** Names by heritage, roughly as common as among cleaners in the United States, with the likely language of the bio. */
const heritages: readonly [Heritage, ...Heritage[]] = [
  {
    share: 0.3,
    tones: [0, 2],
    language: 'en',
    women: words(
      'Emily Sarah Jessica Amanda Karen Linda Heather Megan Rachel Nicole Amy Laura Stephanie Rebecca Melissa Kelly Tina Dawn Brenda Wendy Robin Holly April Crystal Kathleen Donna Paige Brooke Jenna Molly',
    ),
    men: words(
      'James Michael Robert David Kevin Brian Scott Jason Ryan Eric Greg Todd Kyle Sean Patrick Travis',
    ),
    families: words(
      'Miller Anderson Clark Hughes Baker Fisher Bennett Cole Murphy Sullivan Russo Ferraro Schmidt Becker Larsen Olson Keller Kowalczyk Novak Reed Parker Foster Hayes Barrett Doyle Walsh Dunn Whitfield Lambert Shaw Brandt Cassidy Prescott Holloway Mercer Tanner Osborne Pruitt Winslow Delaney',
    ),
  },
  {
    share: 0.19,
    tones: [5, 8],
    language: 'en',
    women: words(
      'Keisha Latoya Tamika Monique Denise Yolanda Ebony Jasmine Aaliyah Imani Tanisha Shanice Brianna Danielle Gloria Loretta Ruby Angela Vanessa Simone Nia Kiara Candace Felicia',
    ),
    men: words(
      'Darnell Terrence Jamal Andre Malik Tyrone Isaiah Reggie Curtis Dwayne Elijah Marvin',
    ),
    families: words(
      'Johnson Williams Jackson Washington Harris Robinson Lewis Coleman Brooks Jenkins Price Simmons Bryant Alexander Hawkins Mosley Gaines Booker Dixon Fields Grant Hampton Ingram Chambers Franklin Banks Tate Wiggins Cobb Marshall',
    ),
  },
  {
    share: 0.29,
    tones: [2, 4],
    language: 'es',
    women: words(
      'María Rosa Guadalupe Carmen Elena Gabriela Patricia Verónica Alejandra Claudia Yesenia Marisol Silvia Daniela Ximena Valeria Mariana Esperanza Graciela Leticia Norma Adriana Beatriz Lorena Paola Rocío Teresa Yolanda Isabel Dolores',
    ),
    men: words('José Juan Luis Miguel Javier Ricardo Fernando Sergio Raúl Héctor Ernesto Mauricio'),
    families: words(
      'García Martínez López González Pérez Sánchez Ramírez Torres Flores Rivera Gómez Díaz Morales Reyes Cruz Ortiz Gutiérrez Chávez Ruiz Mendoza Vargas Castillo Jiménez Rojas Guerrero Salazar Delgado Peña Aguilar Fuentes Cabrera Escobar Figueroa Zamora Quintero Villalobos Montoya Santana Ibarra Pineda',
    ),
  },
  {
    share: 0.1,
    tones: [2, 6],
    language: 'pt',
    women: words(
      'Juliana Fernanda Camila Patrícia Luciana Simone Adriana Renata Vanessa Cláudia Márcia Rosângela Aline Bruna Tatiane Débora Eliane Marlene Sueli Larissa Priscila Thaís',
    ),
    men: words('Rodrigo Marcelo Thiago Fábio Leandro Wagner Márcio Anderson Vinícius Gustavo'),
    families: words(
      'Silva Santos Oliveira Ferreira Almeida Costa Rodrigues Carvalho Gomes Ribeiro Martins Barbosa Araújo Lopes Batista Moreira Cardoso Teixeira Nunes Mendes Freitas Pinheiro Rezende Queiroz Macedo Vasconcelos',
    ),
  },
  {
    share: 0.12,
    tones: [1, 5],
    language: 'en',
    women: words(
      'Olga Svetlana Irina Oksana Agnieszka Magda Katarzyna Dorota Elżbieta Mei Ling Linh Thuy Huong Ji-woo Priya Anjali Sunita Marie Nadège Fabiola Amara Ngozi Adwoa Selam Hana Fatima Layla Maricel Jocelyn Rowena',
    ),
    men: words('Dmytro Piotr Wei Minh Rahul Arjun Kwame Emeka Samuel Jean Omar Yusuf Ramon Andriy'),
    families: words(
      'Kovalenko Shevchenko Nowak Wójcik Lewandowska Chen Wang Nguyen Tran Pham Kim Park Patel Sharma Gupta Pierre Joseph Baptiste Okafor Mensah Tesfaye Bekele Haddad Rahman Reyes Bautista Dela-Cruz Villanueva Petrov Ivanova',
    ),
  },
]

export type Name = {
  first: string
  last: string
  presentation: Presentation
  language: DemoLanguage
  tones: readonly [from: number, to: number]
}

/** A name made of these lists. `women` is the share of women. */
export function personName(random: Chance, women = 0.8): Name {
  const heritage = heritageOf(random)
  const presentation = random.happens(women) ? 'woman' : 'man'
  return {
    first: random.pick(presentation === 'woman' ? heritage.women : heritage.men),
    last: random.pick(heritage.families),
    presentation,
    language: heritage.language,
    tones: heritage.tones,
  }
}

function heritageOf(random: Chance): Heritage {
  let left = random.next()
  for (const heritage of heritages) {
    left -= heritage.share
    if (left < 0) return heritage
  }
  return heritages[0]
}

/** A name as a slug: 'Lucía Hernández' becomes 'lucia-hernandez'. */
export function nameInAddress(name: string): string {
  return name
    .normalize('NFD')
    .replaceAll('ł', 'l')
    .replaceAll(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
}

/** Makes slugs unique: a repeated name gets '-2', '-3' and so on. */
export function uniquely(taken: Iterable<string>): (name: string) => string {
  const counts = new Map<string, number>([...taken].map((name) => [name, 1]))
  return (name) => {
    const count = (counts.get(name) ?? 0) + 1
    counts.set(name, count)
    return count === 1 ? name : `${name}-${count}`
  }
}
