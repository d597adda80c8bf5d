/** The text of a page, and where it may link to. */
import { FieldMessage } from '@keystar/ui/field';
import { VStack } from '@keystar/ui/layout';
import { Text } from '@keystar/ui/typography';
import { type BasicFormField, type ContentFormField, fields as keystatic } from '@keystatic/core';
import { type KnownLinks, linkProblems } from '../../src/content/link-rules.ts';
import type { Problem } from '../../src/content/rules.ts';
import { articleProblems, rewardTextProblems, wordsOf } from '../../src/content/text-rules.ts';
import { type BodyState, bodyOptions, plainMarkdown } from './body.ts';
import { lastChoices, useChoices } from './choices.ts';
import { accepted, asText, refusingInput } from './field.tsx';

const figure = new Intl.NumberFormat('en-GB');

/** Hosts of sources that were added since the form was opened. The text may link to them too. */
export const typedSources = new Set<string>();

/** Returns where a text may link to. Until that is loaded, every link is accepted. */
export function linksInEditor(): KnownLinks | undefined {
  const { links } = lastChoices() ?? {};
  return (
    links && {
      pages: new Set(links.pages),
      sites: new Set([...links.sites, ...typedSources]),
      sections: new Map(links.sections),
    }
  );
}

/** Returns the quests that a text may name; undefined until they are loaded. */
const questsInEditor = () => lastChoices()?.quests;

export const rewardProblemsInEditor = (markdown: string) => {
  const quests = questsInEditor();
  return quests ? rewardTextProblems(markdown, quests) : [];
};

export const articleProblemsInEditor = (markdown: string) => {
  const quests = questsInEditor();
  return quests ? articleProblems(markdown, quests) : [];
};

/** Returns a field for a page's text. `problems` checks the Markdown that the file will contain. */
export function body(
  problems: (markdown: string) => Problem[],
  help: string,
): ContentFormField<BodyState, BodyState, string> {
  const editor = plainMarkdown(
    keystatic.mdx({ label: 'Text', description: help, extension: 'md', options: bodyOptions }),
  );
  const problem = (state: BodyState) => {
    const markdown = new TextDecoder().decode(editor.serialize(state, { slug: undefined }).content);
    const links = linksInEditor();
    const [found] = [...problems(markdown), ...(links ? linkProblems(markdown, links) : [])];
    return found;
  };
  const Sentence = refusingInput<BodyState>(problem, ({ value, errorMessage }) => {
    useChoices();
    return (
      <>
        <Text size="small" color="neutralSecondary">
          {figure.format(wordsOf(value.doc.textBetween(0, value.doc.content.size, ' ')).length)} words so far.
        </Text>
        {errorMessage && <FieldMessage>{errorMessage}</FieldMessage>}
      </>
    );
  });
  return {
    ...editor,
    validate: (state) => accepted(editor.validate(state), problem(state)),
    Input: (props) => (
      <VStack gap="regular">
        <editor.Input {...props} />
        <Sentence {...props} />
      </VStack>
    ),
  };
}

/** Returns the same for a text in a field of a JSON file. */
export function bodyInJson(
  problems: (markdown: string) => Problem[],
  help: string,
): BasicFormField<BodyState, BodyState, string> {
  const { defaultValue, parse, serialize, validate, Input } = body(problems, help);
  const none = { other: new Map(), external: new Map(), slug: undefined };
  return {
    kind: 'form',
    label: 'Text',
    Input,
    defaultValue,
    validate,
    parse: (stored) => parse(undefined, { ...none, content: new TextEncoder().encode(asText(stored)) }),
    serialize: (state) => ({
      value: new TextDecoder().decode(serialize(state, { slug: undefined }).content).trim(),
    }),
    reader: { parse: asText },
  };
}
