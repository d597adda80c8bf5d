import { expect, test } from 'vitest';
import { StepOutputs } from '../../../scripts/step-outputs.ts';

const [first, second, third] = [{ title: 'A' }, { title: 'B' }, { title: 'C' }];

test('the first step prints immediately, and the others in one piece after it', () => {
  let printed = '';
  const outputs = new StepOutputs([first, second, third], (text) => {
    printed += text;
  });
  outputs.write(first, 'a1 ');
  outputs.write(second, 'b1 ');
  expect(printed).toBe('\n== A\na1 ');
  outputs.write(third, 'c1 ');
  outputs.end(third, 'c2 ');
  outputs.end(first, 'a2 ');
  expect(printed).toBe('\n== A\na1 a2 \n== B\nb1 ');
  outputs.end(second, 'b2 ');
  expect(printed).toBe('\n== A\na1 a2 \n== B\nb1 b2 \n== C\nc1 c2 ');
});
