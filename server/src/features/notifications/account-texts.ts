import type { Language } from '#contract/product.ts'

/** What the person reported was looked at. */
export type AccountEvent = 'report_closed'

type ReportText = {
  title: string
  acted: string
  no_breach: string
  closed: string
  button: string
}

export const REPORT_TEXTS: Record<Language, ReportText> = {
  en: {
    title: 'We have looked at your report',
    acted: 'Thank you for reporting it. We found a breach of our rules and have acted.',
    no_breach: 'Thank you for reporting it. We looked at it and found no breach of our rules.',
    closed: 'Thank you for reporting it. We have looked at it, and it is closed.',
    button: 'Open Lustra',
  },
  pt: {
    title: 'Analisamos sua denúncia',
    acted:
      'Obrigado por avisar. Encontramos uma violação das nossas regras e tomamos providências.',
    no_breach: 'Obrigado por avisar. Analisamos e não encontramos violação das nossas regras.',
    closed: 'Obrigado por avisar. Analisamos o caso, e ele está encerrado.',
    button: 'Abrir a Lustra',
  },
  es: {
    title: 'Revisamos tu denuncia',
    acted:
      'Gracias por avisarnos. Encontramos una infracción de nuestras reglas y tomamos medidas.',
    no_breach:
      'Gracias por avisarnos. Lo revisamos y no encontramos ninguna infracción de las reglas.',
    closed: 'Gracias por avisarnos. Lo revisamos, y el caso está cerrado.',
    button: 'Abrir Lustra',
  },
}
