import { useId } from 'react'
import { DOCUMENT_PAGES_MAX } from '#contract/trust/verification-rules.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { Button } from '#web/ui/button.tsx'
import { FileButton } from '#web/ui/forms/file-button.tsx'
import { WarningIcon } from '#web/ui/pictures/icons.tsx'
import { LocalPicture } from '#web/ui/pictures/local-picture.tsx'

type PagesFieldProps = {
  pages: readonly File[]
  error: string | undefined
  onChange: (pages: File[]) => void
}

/** Up to four photos of a document, taken with the camera or chosen. rule: document-pages */
export function PagesField({ pages, error, onChange }: PagesFieldProps) {
  const { t } = useTranslation('credentials')
  const id = useId()
  const add = (chosen: File[]) => onChange([...pages, ...chosen].slice(0, DOCUMENT_PAGES_MAX))
  const shared = {
    invalid: Boolean(error),
    describedBy: `${id}-help${error ? ` ${id}-error` : ''}`,
    onFiles: add,
  }
  return (
    <fieldset className="flex min-w-0 flex-col gap-3">
      <legend className="mb-1 font-medium">
        {t('pages.title', { count: pages.length, most: DOCUMENT_PAGES_MAX })}
      </legend>
      <p id={`${id}-help`} className="text-sm text-soft">
        {t('pages.help')}
      </p>
      {pages.length > 0 && (
        <ul className="grid grid-cols-2 gap-3 sm:grid-cols-4">
          {pages.map((page, index) => (
            <li key={`${page.name} ${page.size} ${index}`} className="flex flex-col items-start">
              <LocalPicture
                picture={page}
                alt={t('pages.alt', { number: index + 1 })}
                className="aspect-4/3 w-full rounded-md border border-line object-cover"
              />
              <Button
                look="link"
                className="px-0!"
                aria-label={t('pages.remove_of', { number: index + 1 })}
                onClick={() => onChange(pages.filter((_, other) => other !== index))}
              >
                {t('pages.remove')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {pages.length < DOCUMENT_PAGES_MAX && (
        <div className="flex flex-wrap gap-3">
          <FileButton {...shared} camera label={t('pages.take')} />
          <FileButton {...shared} multiple label={t('pages.choose')} />
        </div>
      )}
      {error && (
        <p id={`${id}-error`} className="flex items-start gap-1.5 text-sm font-medium text-clay">
          <WarningIcon className="mt-px size-4 shrink-0" />
          <span>{error}</span>
        </p>
      )}
    </fieldset>
  )
}
