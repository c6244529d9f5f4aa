const kinds: Record<string, string> = {
  article: 'Article',
  model: 'Model',
  http_service: 'API',
  http_operation: 'Operation',
  http_callback: 'Callback',
  http_webhook: 'Webhook',
  image: 'Image',
}

/** What a node is, in a word. */
export const kindWord = (type: string): string => kinds[type] ?? 'Part'
