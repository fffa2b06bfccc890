import type { Language } from '#contract/product.ts'

/** The first message of a sender, and later messages that stay unread. */
export type MessageEvent = 'first' | 'unanswered'

type MessageText = { title: string; sentence: string }

/** The texts never contain a message's text. `name` is null when several people wrote. rule: notice-privacy */
export const MESSAGE_TEXTS: Record<
  Language,
  {
    first: (name: string) => MessageText
    unanswered: (name: string | null, count: number) => MessageText
    button: string
  }
> = {
  en: {
    first: (name) => ({
      title: `${name} wrote to you`,
      sentence: `${name} sent you a first message. A quick answer makes all the difference.`,
    }),
    unanswered: (name, count) => ({
      title: count === 1 ? 'A message waits for you' : `${count} messages wait for you`,
      sentence: `${name ?? 'Several people'} wrote to you while you were away.`,
    }),
    button: 'Read and answer',
  },
  pt: {
    first: (name) => ({
      title: `${name} escreveu para você`,
      sentence: `${name} enviou a primeira mensagem. Uma resposta rápida faz toda a diferença.`,
    }),
    unanswered: (name, count) => ({
      title: count === 1 ? 'Uma mensagem espera por você' : `${count} mensagens esperam por você`,
      sentence: name
        ? `${name} escreveu para você enquanto você estava fora.`
        : 'Várias pessoas escreveram para você enquanto você estava fora.',
    }),
    button: 'Ler e responder',
  },
  es: {
    first: (name) => ({
      title: `${name} te escribió`,
      sentence: `${name} te envió su primer mensaje. Una respuesta rápida hace toda la diferencia.`,
    }),
    unanswered: (name, count) => ({
      title: count === 1 ? 'Un mensaje te espera' : `${count} mensajes te esperan`,
      sentence: name
        ? `${name} te escribió mientras no estabas.`
        : 'Varias personas te escribieron mientras no estabas.',
    }),
    button: 'Leer y responder',
  },
}
