export const articleKinds = { news: 'News', guide: 'Guide', review: 'Review' } as const;
