import type { QueryClient } from '@tanstack/react-query'
import type { TFunction } from '#web/i18n/translate.ts'
import type { ReactNode } from 'react'
import type { User } from '#contract/identity.ts'
import { PRODUCT_NAME } from '#contract/product.ts'
import type { Language } from '#contract/product.ts'
import type { Api } from '#web/api/client.ts'
import type { Namespace } from '#web/i18n/translations.ts'

/** `Param` names the parts of the address, e.g. 'slug' for '/professional/:slug'. */
export type ViewProps<Param extends string = never> = {
  params: Record<Param, string>
  search: URLSearchParams
}

export type Head = {
  /** Without the product's name, which follows it. */
  title: string
  description?: string
  /** The address of a photo of what the page is about. */
  image?: string
  /** The path of the picture, 1200 × 630, that is drawn of this page for where it is shared, and its words; the server’s own where there is none. */
  shared?: { address: string; alt: string }
  /** The path under which this page wants to be found, if it is not its own. */
  canonical?: string
  /** What the page is about, for search engines: in the terms of schema.org, where addresses of our own may be paths, or the server itself (web/src/entries/document.ts). */
  about?: Record<string, unknown> | 'the server'
  /** Keeps it out of search engines, though others of its kind are found. */
  hidden?: boolean
}

type LoadContext<Param extends string> = ViewProps<Param> & { api: Api; queryClient: QueryClient }
type HeadContext<Param extends string> = ViewProps<Param> & {
  t: TFunction<readonly Namespace[]>
  language: Language
  /** Reads what `load` brought: `queryClient.getQueryData(query.queryKey)`. */
  queryClient: QueryClient
}

type RedirectContext<Param extends string> = ViewProps<Param> & {
  user: User | null
  queryClient: QueryClient
}

/** One screen: what its tab says, what it needs, what it shows, and what it shows meanwhile and instead. */
export type View<Param extends string = string> = {
  head(context: HeadContext<Param>): Head
  /** Fills the cache before the first paint; a Refusal of 404 makes the page a 404. */
  load?(context: LoadContext<Param>): Promise<unknown>
  /** The path to which this reader is redirected; it may use the data that `load` read. */
  redirect?(context: RedirectContext<Param>): string | undefined
  Component(props: ViewProps<Param>): ReactNode
  Pending?(): ReactNode
  NotFound?(): ReactNode
}

/** The loaded views by name. */
export const registeredViews = new Map<string, View>()

/** Registers a view under its name in the list of views: `defineView<'slug'>('public-profile', { … })` for '/professional/:slug'. */
export function defineView<Param extends string = never>(name: string, view: View<Param>): void {
  registeredViews.set(name, view)
}

/** 'Log in · Lustra'; a title that names Lustra itself stays as it is. */
export function fullTitle(title: string): string {
  return title.includes(PRODUCT_NAME) ? title : `${title} · ${PRODUCT_NAME}`
}
