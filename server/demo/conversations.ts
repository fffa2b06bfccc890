import type { DemoLanguage } from './demo-language.ts'
import { DEMO_PEOPLE } from './market/demo-people.ts'

/** A message: its sender, how long ago, and whether it is unread or has a photo. */
export type Line = {
  from: 'client' | 'professional'
  hoursAgo: number
  text: string
  unread?: true
  photo?: true
}

/**
 * The conversations of the named professionals with their clients, by the professional's email. They fit the coming
 * visits (comingVisits): one cancelled 16 hours ago, a deep cleaning requested 8 hours ago, a morning accepted 4 hours
 * ago.
 */
export const OWN_THREADS: Record<string, readonly Line[]> = {
  [DEMO_PEOPLE.grace.email]: [
    {
      from: 'client',
      hoursAgo: 49,
      text: 'Hi Grace! We are back from two weeks at my sister’s, and the house missed you. Could you come next week?',
    },
    {
      from: 'professional',
      hoursAgo: 48.2,
      text: 'Welcome home, Maya! A few mornings are still free. Send me a request for the day that suits you and I will answer right away.',
    },
    {
      from: 'client',
      hoursAgo: 15.8,
      text: 'Sorry about that one, we are out of town that day after all. I will pick another.',
    },
    {
      from: 'professional',
      hoursAgo: 15.1,
      text: 'No harm done. Thank you for telling me early.',
    },
    {
      from: 'professional',
      hoursAgo: 3.9,
      text: 'The morning visit is yours. For the deep clean, could you show me what worries you most?',
    },
    {
      from: 'client',
      hoursAgo: 3.2,
      text: 'The kitchen, after two weekends with my nephews. Please do not judge us!',
      photo: true,
    },
    {
      from: 'professional',
      hoursAgo: 2.6,
      text: 'I have seen worse, I promise. Four hours will do it, and I will bring the degreaser.',
    },
    {
      from: 'client',
      hoursAgo: 0.6,
      text: 'Wonderful. The key is with the neighbor at 1812, and the cat may not go outside, whatever she tells you. 🐈',
      unread: true,
    },
  ],
  [DEMO_PEOPLE.ana.email]: [
    {
      from: 'client',
      hoursAgo: 49,
      text: 'Oi, Ana! Tudo bem? Vem visita para cá e preciso dar um jeito na casa na semana que vem.',
    },
    {
      from: 'professional',
      hoursAgo: 48.2,
      text: 'Oi! Tudo ótimo. Manda o pedido para o dia que for melhor para você, que eu confirmo rapidinho.',
    },
    {
      from: 'client',
      hoursAgo: 15.8,
      text: 'Desculpa, cancelei aquele dia, vamos estar viajando. Já mando outro.',
    },
    { from: 'professional', hoursAgo: 15.1, text: 'Sem problema, obrigada por avisar!' },
    {
      from: 'professional',
      hoursAgo: 3.9,
      text: 'Manhã confirmada! Na faxina pesada, quer que a gente limpe o forno e a geladeira por dentro?',
    },
    {
      from: 'client',
      hoursAgo: 0.5,
      text: 'Quero sim, os dois. E o banheiro de cima, que está precisando de um carinho. 😅',
      unread: true,
    },
  ],
  [DEMO_PEOPLE.lucia.email]: [
    {
      from: 'client',
      hoursAgo: 49,
      text: 'Hola, Lucía. ¿Tendría un espacio la próxima semana? Viene mi mamá y quiero que encuentre todo brillando.',
    },
    {
      from: 'professional',
      hoursAgo: 48.2,
      text: '¡Hola, Carlos! Claro que sí. Mándeme la solicitud para el día que le convenga y se la confirmo.',
    },
    {
      from: 'client',
      hoursAgo: 15.8,
      text: 'Perdón por cancelar ese día, al final estaremos fuera. Le mando otra fecha.',
    },
    {
      from: 'professional',
      hoursAgo: 15.1,
      text: 'No se preocupe, gracias por avisarme con tiempo.',
    },
    {
      from: 'professional',
      hoursAgo: 3.9,
      text: 'La mañana queda apartada. En la limpieza profunda, ¿quiere que incluya el horno y las ventanas?',
    },
    {
      from: 'client',
      hoursAgo: 3.1,
      text: 'Sí, las dos cosas, por favor. Las ventanas del balcón son las peores.',
    },
    {
      from: 'professional',
      hoursAgo: 0.7,
      text: 'Entonces llevo la escalera. ¿Hay dónde estacionar cerca?',
      unread: true,
    },
  ],
}

/** Maya asks Ana about her mother's home: a contact without a booking. */
export const ENQUIRY: readonly Line[] = [
  {
    from: 'client',
    hoursAgo: 72,
    text: 'Hello Ana, my mother lives in Somerville and would like somebody every two weeks. She is 81 and likes company. Do you take new homes there?',
  },
  {
    from: 'professional',
    hoursAgo: 70,
    text: 'Hello Maya! Yes, we are in Somerville on Tuesdays and Thursdays, and we love a house with stories. How big is her home?',
  },
  {
    from: 'client',
    hoursAgo: 51,
    text: 'Two bedrooms, one bath, and a piano that nobody may move.',
  },
  {
    from: 'professional',
    hoursAgo: 20,
    text: 'Then two hours will do, and the piano stays where it is. Does she prefer mornings?',
    unread: true,
  },
  {
    from: 'professional',
    hoursAgo: 19.9,
    text: 'And is there anything she should not breathe? We have products without perfume.',
    unread: true,
  },
]

/** The message that a new client sends with a request, in their language. */
export const FIRST_MESSAGES: Record<DemoLanguage, string> = {
  en: 'Hello! We get the keys that same morning. Is it all right if the boxes are there already?',
  pt: 'Olá! Recebemos as chaves nessa mesma manhã. Tem problema se as caixas já estiverem lá?',
  es: '¡Hola! Nos entregan las llaves esa misma mañana. ¿Hay problema si las cajas ya están ahí?',
}
