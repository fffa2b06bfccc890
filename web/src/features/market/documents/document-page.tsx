import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useFormat } from '#web/i18n/format.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { ScreenSkeleton } from '#web/ui/states/skeleton.tsx'
import { ChevronDownIcon } from '#web/ui/pictures/icons.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { DOCUMENT_DATES, documentQuery } from './documents.api.ts'
import type { DocumentName, DocumentText } from './documents.api.ts'
import { useProductValues } from './product-values.ts'

/** Terms or privacy, a row that opens for each section, and the way to write to us. rule: help-and-legal-pages */
export function DocumentPage({ name }: { name: DocumentName }) {
  const { t, i18n } = useTranslation('app')
  const { data, error } = useQuery({
    ...documentQuery(name, i18n.language),
    placeholderData: keepPreviousData,
  })
  const fill = useProductValues()
  const format = useFormat()
  if (!data && error) throw error
  if (!data) return <ScreenSkeleton />
  return (
    <article className="page max-w-page">
      <div className="flex flex-col gap-8">
        <header className="measure flex flex-col gap-2">
          <h1 className="text-3xl md:text-4xl">{data.title}</h1>
          <p className="text-lg">{data.intro}</p>
          <p className="text-sm text-soft">
            {data.version.replace('{{date}}', format.date(DOCUMENT_DATES[name], 'UTC'))}
          </p>
        </header>
        <section className="border-t border-line">
          {data.sections.map(({ title, text, table }) => (
            <details
              key={title}
              className="group border-b border-line print:[&::details-content]:[content-visibility:visible]"
            >
              <summary className="flex min-h-13 list-none items-center justify-between gap-4 py-2 hover:text-action [&::-webkit-details-marker]:hidden">
                <h2 className="text-lg">{title}</h2>
                <ChevronDownIcon className="size-5 shrink-0 text-soft transition-transform group-open:rotate-180 print:hidden" />
              </summary>
              <div className="flex flex-col gap-2 pb-5">
                {text.map((paragraph) => (
                  <p key={paragraph} className="measure">
                    {fill(paragraph)}
                  </p>
                ))}
                {table && <DocumentTable {...table} fill={fill} />}
              </div>
            </details>
          ))}
        </section>
        <TextLink href="/contact">{t('footer.contact')}</TextLink>
      </div>
    </article>
  )
}

/** A row is a block of its own on narrow screens, so that no column gets too narrow to read. */
function DocumentTable({
  columns,
  rows,
  fill,
}: NonNullable<DocumentText['sections'][number]['table']> & { fill: (text: string) => string }) {
  return (
    <table className="mt-2 w-full text-left max-lg:block">
      <thead className="border-b border-edge text-sm text-soft max-lg:hidden">
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col" className="py-2 pr-6 font-medium">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-line max-lg:block">
        {rows.map(([name, what = '', ...facts]) => (
          <tr key={name} className="align-top max-lg:block max-lg:py-5">
            <th scope="row" className="measure font-normal max-lg:block lg:w-[36%] lg:py-4 lg:pr-6">
              <span className="block text-lg font-semibold">{name}</span>
              {fill(what)}
            </th>
            {facts.map((fact, index) => (
              <td
                key={columns[index + 1]}
                className="measure max-lg:mt-2 max-lg:block lg:py-4 lg:pr-6"
              >
                <span className="block text-sm text-soft lg:hidden">{columns[index + 1]}</span>
                {fill(fact)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
