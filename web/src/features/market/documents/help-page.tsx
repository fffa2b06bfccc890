import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { Link } from '#web/ui/link.tsx'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/forms/field.tsx'
import { ChevronDownIcon } from '#web/ui/pictures/icons.tsx'
import { ScreenSkeleton } from '#web/ui/states/skeleton.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { helpQuery } from './documents.api.ts'
import type { HelpTexts, HelpTopic } from './documents.api.ts'
import { Measures } from './measures.tsx'
import { useProductValues } from './product-values.ts'
import { searchHelp } from './search-help.ts'

/** The topics and a search of all questions, or one topic. `text` is what is searched. rule: help-and-legal-pages */
export function HelpPage({ topic: slug, text }: { topic: string | undefined; text: string }) {
  const { i18n } = useTranslation('app')
  const { data, error } = useQuery({
    ...helpQuery(i18n.language),
    placeholderData: keepPreviousData,
  })
  if (!data && error) throw error
  if (!data) return <ScreenSkeleton />
  const topic = data.topics.find((one) => one.slug === slug)
  return (
    <article className="page max-w-page">
      <div className="measure flex flex-col gap-6">
        {topic ? <Topic topic={topic} all={data.all} /> : <AllTopics texts={data} text={text} />}
        <TextLink href="/contact">{data.contact}</TextLink>
      </div>
    </article>
  )
}

function Topic({ topic, all }: { topic: HelpTopic; all: string }) {
  const fill = useProductValues()
  return (
    <>
      <header className="flex flex-col gap-2">
        <TextLink href="/help">{all}</TextLink>
        <h1 className="text-3xl md:text-4xl">{topic.title}</h1>
        <p className="text-lg">{topic.intro}</p>
      </header>
      {topic.questions.map(([id, question, ...answer]) => (
        <section key={id} id={id} className="flex flex-col gap-2">
          <h2 className="text-xl">{question}</h2>
          {answer.map((paragraph) => (
            <p key={paragraph}>{fill(paragraph)}</p>
          ))}
        </section>
      ))}
      {topic.slug === 'measures' && <Measures />}
    </>
  )
}

function AllTopics({ texts, text }: { texts: HelpTexts; text: string }) {
  const [, navigate] = useLocation()
  return (
    <>
      <header className="flex flex-col gap-2">
        <h1 className="text-3xl md:text-4xl">{texts.title}</h1>
        <p className="text-lg">{texts.intro}</p>
      </header>
      {/* Works as a plain form before the page is hydrated. */}
      <form
        role="search"
        action="/help"
        className="flex items-end gap-3"
        onSubmit={(event) => event.preventDefault()}
      >
        <TextField
          label={texts.search}
          type="search"
          name="q"
          className="grow"
          value={text}
          onChange={({ target: { value } }) =>
            navigate(value ? `/help?q=${encodeURIComponent(value)}` : '/help', { replace: true })
          }
        />
        <Button type="submit" look="quiet">
          {texts.submit}
        </Button>
      </form>
      {text.trim() ? (
        <Found texts={texts} text={text} />
      ) : (
        <ul className="border-t border-line">
          {texts.topics.map(({ slug, title, intro }) => (
            <li key={slug} className="relative border-b border-line py-3">
              <h2 className="text-lg">
                <Link
                  href={`/help/${slug}`}
                  className="rounded-sm after:absolute after:inset-0 hover:text-action"
                >
                  {title}
                </Link>
              </h2>
              <p className="text-soft">{intro}</p>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function Found({ texts, text }: { texts: HelpTexts; text: string }) {
  const found = searchHelp(texts.topics, text)
  return (
    <section className="flex flex-col gap-2">
      <p role="status" className="text-lg text-soft">
        {found.length > 0
          ? texts.found.replace('{{count}}', String(found.length))
          : `${texts.nothing} `}
        {found.length === 0 && (
          <Link href="/contact" className="font-medium text-action underline">
            {texts.ask}
          </Link>
        )}
      </p>
      {found.length > 0 && <Questions questions={found} />}
    </section>
  )
}

function Questions({ questions }: { questions: HelpTopic['questions'] }) {
  const fill = useProductValues()
  return (
    <div className="border-t border-line">
      {questions.map(([, question, ...answer]) => (
        <details key={question} className="group border-b border-line">
          <summary className="flex min-h-14 list-none items-center justify-between gap-4 py-3 text-lg font-semibold hover:text-action [&::-webkit-details-marker]:hidden">
            {question}
            <ChevronDownIcon className="size-5 shrink-0 text-soft transition-transform group-open:rotate-180" />
          </summary>
          {answer.map((paragraph) => (
            <p key={paragraph} className="measure pb-5 text-soft">
              {fill(paragraph)}
            </p>
          ))}
        </details>
      ))}
    </div>
  )
}
