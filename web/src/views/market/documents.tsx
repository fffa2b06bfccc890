import { HELP_TOPICS } from '#contract/market/help-topics.ts'
import { Refusal } from '#web/api/client.ts'
import { defineView } from '#web/router/view.ts'
import type { ViewProps } from '#web/router/view.ts'
import { claimsTextQuery } from '#web/features/market/documents/claims-text.api.ts'
import { claimsQuery } from '#web/features/trust/claims/all-claims.api.ts'
import { DocumentPage } from '#web/features/market/documents/document-page.tsx'
import { documentQuery, helpQuery } from '#web/features/market/documents/documents.api.ts'
import { HelpPage } from '#web/features/market/documents/help-page.tsx'

type Param = 'pattern' | 'topic'

// One view for the pages about Lustra, because each view costs the first view of every page some bytes.
// rule: help-and-legal-pages, first-view
defineView<Param>('documents', {
  head: ({ t, params, queryClient, language }) => {
    const name = nameOf(params)
    const texts =
      name === 'help'
        ? queryClient.getQueryData(helpQuery(language).queryKey)
        : queryClient.getQueryData(documentQuery(name, language).queryKey)
    const topic =
      texts && 'topics' in texts
        ? texts.topics.find(({ slug }) => slug === params.topic)
        : undefined
    const title = topic?.title ?? texts?.title ?? t(`app:footer.${name}`)
    const description = topic?.intro ?? texts?.description
    return {
      title,
      ...(description && { description }),
      about: { '@type': 'WebPage', name: title },
    }
  },
  load: async ({ api, params, queryClient, language }) => {
    const name = nameOf(params)
    if (name !== 'help') return queryClient.ensureQueryData(documentQuery(name, language))
    refuseUnknown(params.topic)
    return Promise.all([
      queryClient.ensureQueryData(helpQuery(language)),
      ...(params.topic === 'measures'
        ? [
            queryClient.ensureQueryData(claimsTextQuery(language)),
            queryClient.ensureQueryData(claimsQuery(api)),
          ]
        : []),
    ])
  },
  Component: Documents,
})

function Documents({ params, search }: ViewProps<Param>) {
  const name = nameOf(params)
  if (name !== 'help') return <DocumentPage name={name} />
  refuseUnknown(params.topic)
  return <HelpPage topic={params.topic} text={search.get('q') ?? ''} />
}

function nameOf({ pattern }: ViewProps<Param>['params']) {
  if (pattern === '/terms') return 'terms'
  if (pattern === '/privacy') return 'privacy'
  return 'help'
}

function refuseUnknown(topic: string | undefined): void {
  const isKnown = topic === undefined || HELP_TOPICS.some((known) => known === topic)
  if (!isKnown) throw new Refusal(404, { code: 'not_found', detail: 'Not found' })
}
