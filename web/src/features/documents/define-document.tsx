import { defineView } from '#web/router/view.ts'
import { DocumentPage } from './document-page.tsx'
import { documentQuery } from './documents.api.ts'
import type { DocumentName } from './documents.api.ts'

/** Registers the view of a document. rule: legal-pages */
export function defineDocument(name: DocumentName): void {
  defineView(name, {
    head({ t, queryClient, language }) {
      const text = queryClient.getQueryData(documentQuery(name, language).queryKey)
      const title = text?.title ?? t(`app:footer.${name}`)
      return {
        title,
        ...(text && { description: text.description }),
        about: { '@type': 'WebPage', name: title },
      }
    },
    load: ({ queryClient, language }) => queryClient.ensureQueryData(documentQuery(name, language)),
    Component: () => <DocumentPage name={name} />,
  })
}
