import { testGoldens } from '../goldens.ts';

testGoldens('json-numbers');
