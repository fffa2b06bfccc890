import { sql } from 'kysely'
import type { DemoLanguage } from './demo-language.ts'
import type { Db } from '#server/db/db.ts'
import { DEMO_PROFESSIONALS } from './market/demo-people.ts'

/** Answers of the named demo people to a good review, and to one with criticism. */
const answers: Record<DemoLanguage, { thanks: string; apology: string }> = {
  en: {
    thanks: 'Thank you, that made my week. See you next time!',
    apology: 'Thank you for telling me. I have put it on your list, and next time it comes first.',
  },
  pt: {
    thanks: 'Muito obrigada pelo carinho! Até a próxima.',
    apology: 'Obrigada por contar. Já anotei na sua lista, e na próxima visita começo por aí.',
  },
  es: {
    thanks: '¡Muchas gracias por sus palabras! Nos vemos en la próxima.',
    apology: 'Gracias por decírmelo. Ya está en su lista y la próxima vez empiezo por ahí.',
  },
}

/**
 * The named professionals answer their newest review, every fifth, and every review below five stars, some hours later.
 */
export async function writeAnswers(db: Db, now: Date): Promise<void> {
  for (const { email, language } of DEMO_PROFESSIONALS) {
    const { thanks, apology } = answers[language]
    await sql`
      with mine as (
        select reviews.id, row_number() over (order by reviews.created_at desc, reviews.id) as place
        from reviews join users on users.id = reviews.professional_id where users.email = ${email}
      )
      update reviews set answer = case when rating = 5 then ${thanks} else ${apology} end,
        answered_at = least(created_at + interval '7 hours', ${now}::timestamptz)
      from mine where mine.id = reviews.id and (mine.place % 5 = 1 or rating < 5)`.execute(db)
  }
}
