import type { DemoLanguage } from '../demo-language.ts'
import type { Chance } from '../chance.ts'

type Sentences = readonly [string, ...string[]]
type MoodTexts = { titles: Sentences; first: Sentences; second: Sentences }
type Mood = 'delighted' | 'content' | 'mixed' | 'let down'

/** A comment has a first sentence and usually a second. {name} is the professional's first name. */
const MOOD_TEXTS: Record<DemoLanguage, Record<Mood, MoodTexts>> = {
  en: {
    delighted: {
      titles: [
        'Spotless',
        'Could not be happier',
        'Worth every dollar',
        'My home has not looked like this in years',
        'So thorough',
        'Kind and careful',
        'Exactly what I hoped for',
        'The bathroom shines',
        'On time, every time',
        'A real professional',
        'Saved our move-out',
        'An eye for everything',
      ],
      first: [
        '{name} arrived on time and got right to work.',
        'The kitchen looks better than the day we moved in.',
        'I came home and honestly stood in the hallway smiling.',
        '{name} asked what mattered most and started there.',
        'Every baseboard, every corner, even the top of the fridge.',
        'We have a big shedding dog and you would never know.',
        'We got our whole deposit back.',
        'My mother is hard to please and she is pleased.',
        'Two hours, three rooms, not a streak on the mirrors.',
        '{name} noticed a leak under the sink and told us at once.',
        'I work from home and barely heard a thing.',
        'The grout is white again.',
      ],
      second: [
        'Already booked the next visit.',
        'I would recommend {name} to anyone.',
        'Fair price and no surprises.',
        'Communication was easy from the first message.',
        'Everything was back in its place.',
        'You can tell {name} takes pride in the work.',
        'The whole house smells like nothing at all, which is perfect.',
        'I gave the neighbors the number.',
        'We are going weekly now.',
      ],
    },
    content: {
      titles: [
        'Very good',
        'Solid work',
        'Good and friendly',
        'Happy overall',
        'Would book again',
        'Nice job',
      ],
      first: [
        'Very good work, especially in the bathrooms.',
        '{name} was friendly and quick.',
        'The floors and the kitchen came out great.',
        'Good clean for the price.',
        'Everything we asked for was done.',
      ],
      second: [
        'The inside of the windows could have used one more pass.',
        'Arrived ten minutes late but let me know.',
        'A little dust left behind the sofa, otherwise great.',
        'I would book again.',
        'Next time I will ask for an extra hour.',
      ],
    },
    mixed: {
      titles: ['It was okay', 'Mixed', 'Fine, not great', 'Needs more time'],
      first: [
        'The kitchen was well done, the bathroom less so.',
        'Nice person, but the visit felt rushed.',
        'Two hours were not enough for our place.',
      ],
      second: [
        'We talked about it and the second visit was better.',
        'I had to mention the shower twice.',
        'Maybe a deep clean first would have helped.',
      ],
    },
    'let down': {
      titles: ['Not this time', 'Disappointed', 'Expected more'],
      first: [
        'The appointment was moved twice.',
        'Several things on the list were not done.',
        'I found dust on most shelves afterwards.',
      ],
      second: [
        '{name} apologized and offered to come back.',
        'It may have been a bad day.',
        'I will try someone else.',
      ],
    },
  },
  es: {
    delighted: {
      titles: [
        'Impecable',
        'Todo brilla',
        'Recomendación total',
        'Excelente trabajo',
        'Puntualidad y cuidado',
        'Como nueva',
        'Vale cada dólar',
        'Gran experiencia',
      ],
      first: [
        '{name} llegó a tiempo y dejó la casa preciosa.',
        'La cocina quedó como nueva.',
        'Hasta los rincones que yo ya no miraba.',
        'Los baños brillan de verdad.',
        'Muy amable con mis hijos y con el perro.',
        'Me preguntó qué era lo más importante y empezó por ahí.',
        'Nos devolvieron todo el depósito del apartamento.',
      ],
      second: [
        'Ya reservé la próxima visita.',
        'Recomiendo a {name} con los ojos cerrados.',
        'Precio justo y sin sorpresas.',
        'Todo quedó en su lugar.',
        'Se nota que le gusta su trabajo.',
        'Ahora viene cada dos semanas.',
      ],
    },
    content: {
      titles: ['Muy bien', 'Buen trabajo', 'Recomendable', 'Volvería a llamar'],
      first: [
        'Muy buen trabajo en general.',
        'Los pisos quedaron excelentes.',
        '{name} trabaja rápido y con amabilidad.',
      ],
      second: [
        'Faltó un poco de atención en las ventanas.',
        'Llegó unos minutos tarde, pero avisó.',
        'La próxima vez pediré una hora más.',
      ],
    },
    mixed: {
      titles: ['Regular', 'Puede mejorar'],
      first: ['La cocina bien, el baño no tanto.', 'Fue con un poco de prisa.'],
      second: [
        'Lo hablamos y la segunda vez fue mejor.',
        'Tuve que pedir dos veces lo de la ducha.',
      ],
    },
    'let down': {
      titles: ['Esperaba más', 'No era lo esperado'],
      first: ['Cambió la cita dos veces.', 'Quedaron cosas de la lista sin hacer.'],
      second: ['Se disculpó y ofreció regresar.', 'Quizás fue un mal día.'],
    },
  },
  pt: {
    delighted: {
      titles: [
        'Impecável',
        'Casa brilhando',
        'Recomendo muito',
        'Trabalho excelente',
        'Capricho e pontualidade',
        'Melhor faxina que já tive',
      ],
      first: [
        '{name} chegou na hora e deixou tudo um brinco.',
        'A cozinha parece nova.',
        'Caprichou em cada cantinho, até em cima da geladeira.',
        'O banheiro está brilhando.',
        'Muito carinho com as crianças e com o cachorro.',
        'Recebemos o depósito inteiro de volta.',
      ],
      second: [
        'Já marquei a próxima.',
        'Recomendo de olhos fechados.',
        'Preço justo, sem surpresas.',
        'Tudo voltou para o lugar.',
        'Agora vem toda semana.',
      ],
    },
    content: {
      titles: ['Muito bom', 'Bom trabalho', 'Gostei'],
      first: [
        'Muito bom no geral.',
        'O chão ficou ótimo.',
        '{name} trabalha com simpatia e rapidez.',
      ],
      second: [
        'Faltou um pouco de atenção nas janelas.',
        'Atrasou uns minutos, mas avisou.',
        'Da próxima vez peço uma hora a mais.',
      ],
    },
    mixed: {
      titles: ['Mais ou menos', 'Pode melhorar'],
      first: ['A cozinha ficou boa, o banheiro nem tanto.', 'Foi um pouco corrido.'],
      second: ['Conversamos e a segunda visita foi melhor.', 'Tive que pedir o box duas vezes.'],
    },
    'let down': {
      titles: ['Esperava mais', 'Não gostei'],
      first: ['Remarcou duas vezes.', 'Ficaram coisas da lista sem fazer.'],
      second: ['Pediu desculpas e ofereceu voltar.', 'Talvez tenha sido um dia ruim.'],
    },
  },
}

const moods: readonly [Mood, ...Mood[]] = ['let down', 'let down', 'mixed', 'content', 'delighted']

/** Title and comment of a review with 1 to 5 stars. */
export function reviewTexts(
  random: Chance,
  language: DemoLanguage,
  rating: number,
  name: string,
): { title: string; comment: string } {
  const { titles, first, second } = MOOD_TEXTS[language][moods[rating - 1] ?? 'delighted']
  const comment = random.happens(0.8)
    ? `${random.pick(first)} ${random.pick(second)}`
    : random.pick(first)
  return { title: random.pick(titles), comment: comment.replaceAll('{name}', name) }
}
