import type { DemoLanguage } from '../demo-language.ts'
import type { Chance } from '../chance.ts'

type Sentences = readonly [string, ...string[]]

/** A bio has one sentence of each group. {city} and {years} are filled in. */
const bios: Record<DemoLanguage, readonly Sentences[]> = {
  en: [
    [
      'I have been cleaning homes around {city} for {years}.',
      'Cleaning in {city} has been my full-time work for {years}.',
      'I grew up helping my aunt clean houses, and {years} ago I made it my own business in {city}.',
      'After a decade in hotel housekeeping I now look after homes in {city}.',
      'Born and raised near {city}, I know its old houses and its new condos.',
      'I run a small, insured cleaning business in {city}.',
      'My daughter and I clean together in and around {city}.',
      'I left an office job to do work I can see at the end of the day, and {city} has kept me busy since.',
      'For {years} families in {city} have trusted me with their keys.',
      'I clean homes the way I was taught: top to bottom, back to front, nothing skipped.',
    ],
    [
      'I bring my own supplies and a good vacuum, and I work from a checklist you can change.',
      'Kitchens and bathrooms get most of my time, because that is where you notice it.',
      'I use unscented, plant-based products unless you ask for something stronger.',
      'Baseboards, door frames and light switches are part of my normal visit, not an extra.',
      'I like hard cases: moving day, after the contractor, before the in-laws.',
      'You will get the same person every time, and that person is me.',
      'I take photos before and after, so you know what was done when you are not home.',
      'I am happy to use your products if you have favorites.',
      'I fold, I tidy, I put things back where I found them.',
      'Floors last, always, so that nothing falls on a clean one.',
    ],
    [
      'Dogs and cats are friends of mine.',
      'I am gentle with antiques and careful with stone counters.',
      'I am quiet while you work from home.',
      'I write down your preferences on the first visit and keep to them.',
      'If I break something, I say so and replace it.',
      'I answer messages the same day.',
      'I have a regular helper for large homes.',
      'I drive a small car and park almost anywhere.',
    ],
    [
      'Tell me what bothers you most and I will start there.',
      'If a spot is missed, I come back the next day at no charge.',
      'Weekdays are best, and I keep two Saturdays a month open.',
      'I would rather do one home well than three in a hurry.',
      'Ask me about a schedule that fits your week.',
      'First visits take a little longer; after that we have a rhythm.',
      'I look forward to meeting you and your home.',
      'References are a message away.',
      'Small apartments are as welcome as big houses.',
    ],
  ],
  es: [
    [
      'Llevo {years} limpiando casas en {city}.',
      'Vengo de una familia trabajadora y limpio hogares en {city} desde hace {years}.',
      'Trabajé muchos años en hoteles y ahora cuido casas y apartamentos en {city}.',
      'Tengo un pequeño negocio familiar de limpieza en {city}.',
      'Mi hermana y yo limpiamos en {city} y sus alrededores.',
      'Desde hace {years} las familias de {city} me confían sus llaves.',
      'Limpiar bien es un oficio, y lo aprendí de mi mamá.',
      'Empecé con una sola clienta en {city}; hoy tengo la semana llena gracias a sus recomendaciones.',
    ],
    [
      'Traigo mis productos y sigo una lista que usted puede cambiar.',
      'La cocina y los baños reciben más tiempo, porque ahí se nota.',
      'Uso productos suaves y sin olor fuerte, seguros para niños y mascotas.',
      'Los zócalos, las puertas y los interruptores van incluidos.',
      'Me gustan los retos: mudanzas, obras terminadas, visitas de la suegra.',
      'Siempre voy en persona, no mando a nadie más.',
      'Le envío fotos de antes y después si no está en casa.',
      'Ordeno, doblo y dejo cada cosa en su lugar.',
    ],
    [
      'Soy puntual y respondo los mensajes el mismo día.',
      'Trabajo en silencio si usted está en una reunión.',
      'Los perros y los gatos me quieren, y yo a ellos.',
      'Cuido sus cosas como si fueran mías.',
      'Si algo no quedó bien, regreso al día siguiente sin costo.',
      'Para casas grandes vengo con una ayudante.',
      'Anoto sus preferencias desde la primera visita.',
    ],
    [
      'I also speak English.',
      'Cuénteme qué le molesta más y empiezo por ahí.',
      'Pregunte por un horario que le convenga.',
      'Prefiero hacer una casa bien que tres con prisa.',
      'Apartamentos pequeños y casas grandes, todos son bienvenidos.',
      'Con gusto le doy referencias. English is fine too.',
      'Será un gusto conocerle a usted y a su hogar.',
    ],
  ],
  pt: [
    [
      'Limpo casas em {city} há {years}.',
      'Vim de Minas Gerais e trabalho com limpeza em {city} há {years}.',
      'Comecei ajudando uma amiga e hoje tenho a minha própria agenda em {city}.',
      'Eu e minha prima limpamos casas e apartamentos em {city}.',
      'Trabalhei em hotel muitos anos; agora cuido de lares em {city}.',
      'Há {years} as famílias de {city} me confiam as chaves de casa.',
      'Aprendi o ofício com a minha mãe e faço com capricho até hoje.',
    ],
    [
      'Levo meus produtos e sigo uma lista que você pode mudar.',
      'Cozinha e banheiro ganham mais tempo, porque é ali que se vê.',
      'Uso produtos suaves, sem cheiro forte, seguros para crianças e animais.',
      'Rodapés, portas e interruptores fazem parte da visita normal.',
      'Faxina pesada e limpeza de mudança são comigo.',
      'Sou sempre eu que vou, sem trocar de pessoa.',
      'Mando fotos de antes e depois quando você não está em casa.',
    ],
    [
      'Sou pontual e respondo no mesmo dia.',
      'Cachorros e gatos são bem-vindos na equipe.',
      'Cuido das suas coisas como se fossem minhas.',
      'Se faltou alguma coisa, volto no dia seguinte sem cobrar.',
      'Para casas grandes levo uma ajudante de confiança.',
      'Anoto as suas preferências na primeira visita e não esqueço.',
    ],
    [
      'I speak English too.',
      'Me conte o que mais incomoda e eu começo por ali.',
      'Prefiro uma casa bem feita a três com pressa.',
      'Pergunte por um horário que caiba na sua semana.',
      'Vai ser um prazer conhecer você e a sua casa. English is fine.',
      'Tenho referências, é só pedir.',
    ],
  ],
}

const YEARS_PHRASES: Record<DemoLanguage, (years: string) => string> = {
  en: (years) =>
    years === '1'
      ? 'a year'
      : years.endsWith('+')
        ? `more than ${years.slice(0, -1)} years`
        : `${years} years`,
  es: (years) =>
    years === '1'
      ? 'un año'
      : years.endsWith('+')
        ? `más de ${years.slice(0, -1)} años`
        : `${years} años`,
  pt: (years) =>
    years === '1'
      ? 'um ano'
      : years.endsWith('+')
        ? `mais de ${years.slice(0, -1)} anos`
        : `${years} anos`,
}

/** Writes a bio in the professional's language, never the same twice. `years` is one of YEARS_OF_EXPERIENCE. */
export function bioWriter(
  random: Chance,
): (language: DemoLanguage, city: string, years: string) => string {
  const written = new Set<string>()
  return (language, city, years) => {
    let bio: string
    do {
      bio = bios[language]
        .map((sentences) => random.pick(sentences))
        .join(' ')
        .replaceAll('{city}', city)
        .replaceAll('{years}', YEARS_PHRASES[language](years))
    } while (written.has(bio))
    written.add(bio)
    return bio
  }
}

const businesses: Record<'family' | 'plain', Sentences> = {
  family: [
    '{last} & Daughters',
    '{last} Family Cleaning',
    '{last} Home Care',
    '{last} & Co. Housekeeping',
  ],
  plain: [
    'Bright Corner Cleaning',
    'Second Glance Housekeeping',
    'Morning Window Cleaning',
    'Clean Slate {city}',
    'The Tidy House',
    'Fresh Linen Home Care',
    'Good Neighbor Cleaning',
    'Quiet Broom Co.',
    'Sunday Best Cleaning',
    'Casa Limpia {city}',
    'Oak & Linen Cleaning',
    'North Light Cleaning',
  ],
}

/** The name of a business. Most professionals have none. */
export function businessName(random: Chance, last: string, city: string): string {
  if (random.happens(0.55)) return ''
  return random
    .pick(random.happens(0.5) ? businesses.family : businesses.plain)
    .replace('{last}', last)
    .replace('{city}', city)
}
