import type { QueryClient } from '@tanstack/react-query'
import type { TFunction } from '#web/i18n/translate.ts'
import type { ReactNode } from 'react'
import type { User } from '#contract/people/identity.ts'
import { PRODUCT_NAME } from '#contract/product.ts'
import type { Language } from '#contract/product.ts'
import type { Api } from '#web/api/client.ts'
import type { Namespace } from '#web/i18n/translations.ts'

/** `Param` names the varying parts of the path, e.g. 'slug' for '/professional/:slug'. */
export type ViewProps<Param extends string = never> = {
  params: Record<Param, string>
  search: URLSearchParams
}

export type Head = {
  /** The title without the product's name, which is added. rule: indexable-pages */
  title: string
  description?: string
  /** The address of a photo of the page's subject. */
  image?: string
  /**
   * The path and the alternative text of the share picture, 1200 × 630, that the server draws for this page. Without it
   * the general one is used.
   */
  shared?: { address: string; alt: string }
  /** The path that search engines should index, if it is not the page's own. */
  canonical?: string
  /**
   * The page's subject for search engines, in the terms of schema.org; addresses of our own may be paths. 'website'
   * stands for Lustra as a website (web/src/entries/document.ts).
   */
  about?: Record<string, unknown> | 'website'
  /** Adds `noindex` to this page, although search engines may index other pages of the view. */
  noindex?: boolean
}

type LoadContext<Param extends string> = ViewProps<Param> & {
  api: Api
  queryClient: QueryClient
  language: Language
  user: User | null
}
type HeadContext<Param extends string> = ViewProps<Param> & {
  t: TFunction<readonly Namespace[]>
  language: Language
  /** Holds what `load` read: `queryClient.getQueryData(query.queryKey)`. */
  queryClient: QueryClient
}

type RedirectContext<Param extends string> = ViewProps<Param> & {
  user: User | null
  queryClient: QueryClient
}

/** One screen: its title, the data it needs, its component, its skeleton and its replacement if it does not exist. */
export type View<Param extends string = string> = {
  head(context: HeadContext<Param>): Head
  /**
   * Reads the view's data into the cache. A refusal with status 404 makes the page a 404. The server renders a view
   * behind a login only if it has this; where it returns undefined, the page arrives as a skeleton.
   */
  load?(context: LoadContext<Param>): Promise<unknown> | undefined
  /** The path to which this reader is redirected; it may use the data that `load` read. */
  redirect?(context: RedirectContext<Param>): string | undefined
  Component(props: ViewProps<Param>): ReactNode
  Pending?(): ReactNode
  NotFound?(): ReactNode
}

/** The loaded views by name. */
export const registeredViews = new Map<string, View>()

/**
 * Registers a view under its name in the list of views: `defineView<'slug'>('public-profile', { … })` for
 * '/professional/:slug'.
 */
export function defineView<Param extends string = never>(name: string, view: View<Param>): void {
  registeredViews.set(name, view)
}

/** 'Log in · Lustra'. A title that contains the product's name stays as it is. */
export function fullTitle(title: string): string {
  return title.includes(PRODUCT_NAME) ? title : `${title} · ${PRODUCT_NAME}`
}
