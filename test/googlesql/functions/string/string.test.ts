import { testGoldens } from '../goldens.ts';

testGoldens('string');
