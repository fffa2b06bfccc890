import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { parseResponse } from '#web/api/client.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { Button } from '#web/ui/button.tsx'
import { Failure } from '../sign-in.tsx'
import { useConfirmed } from '../use-confirmed.tsx'
import type { Case } from './cases.api.ts'
import { CasePanel } from './panel.tsx'

type Document = NonNullable<Case['facts']['documents']>[number]

/** The pages of documents, for the holder of the case who has confirmed. Each look is recorded. rule: document-pages */
export function DocumentPages({ documents }: { documents: readonly Document[] }) {
  const { t } = useTranslation('console_cases')
  const { run, dialog } = useConfirmed()
  const look = useMutation({ mutationFn: () => run(() => loadPages(documents)) })
  const pages = look.data
  // The pictures stay in memory only as long as they are shown.
  useEffect(() => () => pages?.forEach((page) => URL.revokeObjectURL(page)), [pages])
  return (
    <CasePanel title={t('facts.documents')}>
      <Failure title={t('facts.documents_failed')} error={look.error} />
      {pages ? (
        <ul className="grid gap-3 sm:grid-cols-2">
          {pages.map((page, index) => (
            <li key={page}>
              <img
                src={page}
                alt={t('facts.page', { number: index + 1 })}
                className="w-full rounded-md border border-line"
              />
            </li>
          ))}
        </ul>
      ) : (
        <>
          <p className="text-soft">{t('facts.documents_help')}</p>
          <Button
            look="quiet"
            className="self-start"
            busy={look.isPending}
            onClick={() => look.mutate()}
          >
            {t('facts.documents_show')}
          </Button>
        </>
      )}
      {dialog}
    </CasePanel>
  )
}

/** The typed client reads JSON alone. */
async function loadPages(documents: readonly Document[]): Promise<string[]> {
  const paths = documents.flatMap(({ id, pages }) =>
    Array.from({ length: pages }, (_, index) => `/api/operator/documents/${id}/pages/${index + 1}`),
  )
  const loaded: string[] = []
  for (const path of paths) {
    const response = await fetch(path)
    if (!response.ok) await parseResponse(response)
    loaded.push(URL.createObjectURL(await response.blob()))
  }
  return loaded
}
